import { useEffect } from "react";
import { type Outcome, succeed } from "../../workers/contract";
import { Unlock } from "../analysis/data/passphrase.tsx";
import { type Turn, useAnalysis } from "../analysis/use-analysis";
import { plural } from "../lib/format.ts";
import { openFile } from "../state/sealed-file";
import type { StrategyContent } from "../state/strategy-body";
import { readStrategyFile } from "../state/strategy-file";
import { Button } from "../ui/button.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FailureBox } from "../ui/failure-box.tsx";
import { ProgressBar } from "../ui/progress.tsx";
import { familyOf } from "./families";
import { addStrategies } from "./store";

export interface ImportDialogProps {
  file: File;
  /** Names that are taken on this device. */
  taken: readonly string[];
  onClose: () => void;
}

/** What a file holds; null where it waits for its passphrase. */
interface Opened {
  strategies: readonly StrategyContent[] | null;
}

async function open(turn: Turn<Opened>, file: File, passphrase: string | null): Promise<Outcome<Opened>> {
  const opened = await openFile(file, passphrase, turn);
  if (!opened.ok) return opened;
  if (opened.value === null) return succeed({ strategies: null });
  const read = await readStrategyFile(opened.value);
  return read.ok ? succeed({ strategies: read.value }) : read;
}

interface Row extends StrategyContent {
  place: number;
  known: boolean;
}

const COLUMNS: TableColumn<Row>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { id: "type", header: "Type", words: true, cell: ({ type }) => familyOf(type).label },
  { id: "known", header: "On this device", words: true, cell: ({ known }) => (known ? "one of this name" : "new") },
];

/** Says which strategies a file would bring in, before it does. */
export function ImportDialog({ file, taken, onClose }: ImportDialogProps) {
  const opening = useAnalysis<Opened, [passphrase: string | null]>({ work: (turn, passphrase) => open(turn, file, passphrase) });
  const adding = useAnalysis<null>({
    work: async () => {
      await addStrategies(opening.shown?.strategies ?? []);
      return succeed(null);
    },
    onDone: onClose,
  });
  const { run, shown, busy, progress, failure } = opening;
  useEffect(() => void run(null), [run]);
  const rows = shown?.strategies?.map((strategy, place) => ({ ...strategy, place, known: taken.includes(strategy.name) }));
  return (
    <Dialog
      title="Import strategies"
      open
      answer
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={!rows} busy={adding.busy} onPress={() => void adding.run()}>
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FailureBox failure={failure} />
        {progress ? <ProgressBar {...progress} /> : null}
        {rows ? (
          <>
            <p className="text-muted">
              <span className="wrap-anywhere">{file.name}</span> contains {plural(rows.length, "strategy", "strategies")}. Importing adds to
              the strategies on this device and replaces none.
            </p>
            <DataTable label="Strategies in the file" columns={COLUMNS} rows={rows} rowKey={({ place }) => place} height={280} />
          </>
        ) : null}
        {shown?.strategies === null ? <Unlock file={file} busy={busy} onOpen={(typed) => void run(typed)} /> : null}
      </div>
    </Dialog>
  );
}
