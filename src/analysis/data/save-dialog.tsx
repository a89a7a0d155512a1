import { type ReactNode, useState } from "react";
import { type Outcome, succeed } from "../../../workers/contract";
import { saveFile } from "../../lib/save-file.ts";
import { sealFile } from "../../state/sealed-file";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { type Turn, useAnalysis } from "../use-analysis";
import { isLongEnough, NewPassphrase } from "./passphrase.tsx";

/** A JSON document and its file name without extension. */
interface DocumentFile {
  content: string;
  stem: string;
}

interface SaveDialogProps {
  title: string;
  /** Description of the content, and where it can be opened. */
  children: ReactNode;
  write: () => Promise<DocumentFile>;
  /** Always encrypted, without asking. */
  encrypted?: true;
  onClose: () => void;
}

async function save(turn: Turn<null>, write: SaveDialogProps["write"], passphrase: string | null): Promise<Outcome<null>> {
  const { content, stem } = await write();
  if (passphrase === null) {
    saveFile(content, `${stem}.json`, "application/json");
    return succeed(null);
  }
  const sealed = await sealFile(new Blob([content]), passphrase, turn);
  if (!sealed.ok) return sealed;
  saveFile(sealed.value, `${stem}.sealed`);
  return succeed(null);
}

/** Saves a document to a file, optionally encrypted with a passphrase. */
export function SaveDialog({ title, children, write, encrypted, onClose }: SaveDialogProps) {
  const [sealed, setSealed] = useState(encrypted === true);
  const [passphrase, setPassphrase] = useState("");
  const { run, busy, failure } = useAnalysis<null>({ work: (turn) => save(turn, write, sealed ? passphrase : null), onDone: onClose });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} isDisabled={sealed && !isLongEnough(passphrase)} onPress={() => void run()}>
          Save
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted">{children}</p>
        {encrypted ? null : (
          <Checkbox checked={sealed} onChange={setSealed} disabled={busy}>
            Encrypt with a passphrase
          </Checkbox>
        )}
        {sealed ? <NewPassphrase value={passphrase} onChange={setPassphrase} /> : null}
        <FailureBox failure={failure} />
      </div>
    </Dialog>
  );
}
