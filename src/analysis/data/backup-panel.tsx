import { useAtomValue } from "jotai";
import { useState } from "react";
import type { Backup } from "../../../workers/storage/jobs/make-backup";
import { bytes, clockTime, isoDayOrDash, plural } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { makeBackup, readBackup } from "../../state/backup";
import { backupNoticeAtom, lastBackupAtom } from "../../state/last-backup";
import { workspaceAtom } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { useAnalysis } from "../use-analysis";
import { isLongEnough, NewPassphrase, Unlock } from "./passphrase.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";
import { useOpening } from "./use-opening";

function toastBackup({ file, datasets, records, leftOut }: Backup, encrypted: boolean): void {
  saveFile(file, `prospect-backup-${isoDayOrDash(Date.now())}.${encrypted ? "sealed" : "zip"}`);
  const detail = `${plural(datasets, "dataset")}, ${plural(records, "entry", "entries")}, ${bytes(file.size)}`;
  toast.success("Backup saved", { detail });
  if (leftOut.length > 0) toast.warning("Corrupted datasets were excluded", { detail: leftOut.join(", "), duration: null });
}

/** Backup and restore: one file with everything stored on this device. */
export function BackupPanel() {
  const last = useAtomValue(lastBackupAtom);
  const notice = useAtomValue(backupNoticeAtom);
  const inMemory = useAtomValue(workspaceAtom).datasets.filter(({ kept }) => kept === "memory");
  const [encrypted, setEncrypted] = useState(false);
  const [passphrase, setPassphrase] = useState("");
  const saving = useAnalysis<Backup>({
    work: (turn) => {
      turn.onProgress({ fraction: 0, label: "Writing the backup" });
      return makeBackup(turn, encrypted ? passphrase : null);
    },
    onDone: (backup) => {
      toastBackup(backup, encrypted);
      setPassphrase("");
    },
  });
  const opening = useOpening("Reading the backup", readBackup);
  const under = [saving, opening].find(({ busy }) => busy);
  const chosen = opening.shown;
  return (
    <Panel title="Backup" note={last === null ? "none yet" : `last ${clockTime(last)}`}>
      <div className="flex flex-col gap-3">
        <p className="max-w-[68ch] text-muted">
          One file with all data on this device: datasets, strategies, clients, runs, settings and inputs. API keys of providers are
          excluded. Restoring adds to existing data and never replaces newer entries.
        </p>
        {notice ? <Caution>{notice}</Caution> : null}
        {inMemory.length > 0 ? (
          <Caution>Not in the file, because this device did not store them: {inMemory.map(({ name }) => name).join(", ")}</Caution>
        ) : null}
        {under?.progress ? <ProgressBar {...under.progress} onCancel={under.cancel} /> : null}
        <FailureBox failure={saving.failure ?? opening.failure} />
        {chosen?.content === null ? (
          <Unlock
            key={chosen.file.name}
            file={chosen.file}
            busy={under !== undefined}
            onOpen={(typed) => void opening.run(chosen.file, typed)}
          />
        ) : null}
        <Checkbox checked={encrypted} onChange={setEncrypted} disabled={under !== undefined}>
          Encrypt with a passphrase
        </Checkbox>
        {encrypted ? <NewPassphrase value={passphrase} onChange={setPassphrase} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button
            kind="primary"
            busy={saving.busy}
            isDisabled={opening.busy || (encrypted && !isLongEnough(passphrase))}
            onPress={() => {
              opening.forget();
              void saving.run();
            }}
          >
            Save a backup
          </Button>
          <FileButton
            size="normal"
            accept={[".zip", ".sealed", "application/zip"]}
            disabled={saving.busy}
            busy={opening.busy}
            onFile={(file) => {
              saving.forget();
              opening.clear();
              void opening.run(file, null);
            }}
          >
            Restore from a backup
          </FileButton>
        </div>
      </div>
      {chosen?.content ? <RestoreDialog file={chosen.file} content={chosen.content} onClose={opening.clear} /> : null}
    </Panel>
  );
}
