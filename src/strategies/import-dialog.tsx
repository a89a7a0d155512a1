import { useEffect } from "react";
import { type Outcome, succeed } from "../../workers/contract";
import { Unlock } from "../analysis/data/passphrase.tsx";
import { useOpening } from "../analysis/data/use-opening";
import { useAnalysis } from "../analysis/use-analysis";
import { plural } from "../lib/format.ts";
import type { StrategyContent } from "../state/strategy-body";
import { readStrategyFile } from "../state/strategy-file";
import { Button } from "../ui/button.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FailureBox } from "../ui/failure-box.tsx";
import { ProgressBar } from "../ui/progress.tsx";
import { familyOf, strategyLine } from "./families";
import { addStrategies } from "./store";

interface ImportDialogProps {
  file: File;
  /** Names already used on this device. */
  taken: readonly string[];
  onClose: () => void;
}

interface Row extends StrategyContent {
  place: number;
  known: boolean;
}

const COLUMNS: TableColumn<Row>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <span className="wrap-anywhere">{name}</span>, text: ({ name }) => name },
  { id: "type", header: "Type", words: true, cell: ({ type }) => familyOf(type).label },
  { id: "known", header: "On this device", words: true, cell: ({ known }) => (known ? "same name" : "new") },
];

/** Reads strategies from a file; one without a name is named after its rule. */
async function read(file: Blob): Promise<Outcome<StrategyContent[]>> {
  const outcome = await readStrategyFile(file);
  if (!outcome.ok) return outcome;
  return succeed(outcome.value.map((strategy) => ({ ...strategy, name: strategy.name || strategyLine(strategy) })));
}

/** Shows which strategies a file contains before importing them. */
export function ImportDialog({ file, taken, onClose }: ImportDialogProps) {
  const opening = useOpening("Reading the file", read);
  const adding = useAnalysis<null>({
    work: async () => {
      await addStrategies(opening.shown?.content ?? []);
      return succeed(null);
    },
    onDone: onClose,
  });
  const { run, shown, busy, progress, failure } = opening;
  useEffect(() => void run(file, null), [run, file]);
  const rows = shown?.content?.map((strategy, place) => ({ ...strategy, place, known: taken.includes(strategy.name) }));
  return (
    <Dialog
      title="Import strategies"
      answer
      onClose={onClose}
      cancel
      actions={
        <Button kind="primary" isDisabled={!rows} busy={adding.busy} onPress={() => void adding.run()}>
          Import
        </Button>
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
        {shown?.content === null ? <Unlock file={file} busy={busy} onOpen={(typed) => void run(file, typed)} /> : null}
      </div>
    </Dialog>
  );
}
