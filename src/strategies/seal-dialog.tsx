import { useState } from "react";
import { type Outcome, succeed } from "../../workers/contract";
import { isLongEnough, NewPassphrase } from "../analysis/data/passphrase.tsx";
import { type Turn, useAnalysis } from "../analysis/use-analysis";
import { plural } from "../lib/format.ts";
import { saveFile } from "../lib/save-file.ts";
import { sealFile } from "../state/sealed-file";
import type { StrategyContent } from "../state/strategy-body";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FailureBox } from "../ui/failure-box.tsx";
import { strategiesFile } from "./store";

export interface SealDialogProps {
  list: readonly StrategyContent[];
  onClose: () => void;
}

async function save(turn: Turn<null>, list: readonly StrategyContent[], passphrase: string): Promise<Outcome<null>> {
  const { content, stem } = await strategiesFile(list);
  const sealed = await sealFile(new Blob([content]), passphrase, turn);
  if (!sealed.ok) return sealed;
  saveFile(sealed.value, `${stem}.sealed`);
  return succeed(null);
}

/** Saves strategies to a file that takes a passphrase to open. */
export function SealDialog({ list, onClose }: SealDialogProps) {
  const [passphrase, setPassphrase] = useState("");
  const { run, busy, failure } = useAnalysis<null>({ work: (turn) => save(turn, list, passphrase), onDone: onClose });
  return (
    <Dialog
      title="Export encrypted"
      open
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} isDisabled={!isLongEnough(passphrase)} onPress={() => void run()}>
          Save
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          One file with{" "}
          {list.length === 1 ? <span className="wrap-anywhere">{list[0].name}</span> : plural(list.length, "strategy", "strategies")},
          opened by Import JSON.
        </p>
        <NewPassphrase value={passphrase} onChange={setPassphrase} />
        <FailureBox failure={failure} />
      </div>
    </Dialog>
  );
}
