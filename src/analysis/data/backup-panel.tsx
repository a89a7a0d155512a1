import { useAtomValue } from "jotai";
import { useRef, useState } from "react";
import type { Failure, Progress } from "../../../workers/contract";
import type { BackupContent } from "../../../workers/storage/jobs/read-backup";
import { bytes, clockTime, isoDay, plural } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { backupNoticeAtom, lastBackupAtom, makeBackup, readBackup } from "../../state/backup";
import { isSealed, openSealed } from "../../state/sealed-file";
import { workspaceAtom } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { SecretField } from "../../ui/secret-field.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { RestoreDialog } from "./restore-dialog.tsx";

/** A file and what it holds. */
interface Chosen {
  file: File;
  content: BackupContent;
}

/** A shorter passphrase is soon guessed. */
const SHORTEST = 8;

interface UnlockProps {
  file: File;
  busy: boolean;
  onOpen: (passphrase: string) => void;
}

/** Asks for the passphrase of a sealed backup. */
function Unlock({ file, busy, onOpen }: UnlockProps) {
  const [typed, setTyped] = useState("");
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(typed);
      }}
    >
      <SecretField label={`Passphrase of ${file.name}`} value={typed} onChange={setTyped} className="min-w-0 flex-1" />
      <Button type="submit" isDisabled={busy || typed === ""}>
        Open
      </Button>
    </form>
  );
}

/** Writes and reads backups, one at a time. */
function useBackup() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  /** A sealed file that waits for its passphrase. */
  const [locked, setLocked] = useState<File | null>(null);
  const under = useRef<AbortController | null>(null);

  const begin = (label: string): AbortSignal => {
    under.current = new AbortController();
    setFailure(null);
    setProgress({ fraction: 0, label });
    return under.current.signal;
  };
  const end = (trouble: Failure | null) => {
    setProgress(null);
    setFailure(trouble?.code === "canceled" ? null : trouble);
  };
  const save = async (passphrase: string | null): Promise<boolean> => {
    const signal = begin("Writing the backup");
    const outcome = await makeBackup({ signal, onProgress: setProgress }, passphrase);
    end(outcome.ok ? null : outcome.failure);
    if (!outcome.ok) return false;
    const { file, datasets, records, leftOut } = outcome.value;
    saveFile(file, `prospect-backup-${isoDay(Date.now())}.${passphrase === null ? "zip" : "sealed"}`);
    const detail = `${plural(datasets, "dataset")}, ${plural(records, "entry", "entries")}, ${bytes(file.size)}`;
    toast.success("Backup saved", { detail });
    if (leftOut.length > 0) toast.warning("Corrupted datasets were excluded", { detail: leftOut.join(", "), duration: null });
    return true;
  };
  const choose = async (file: File) => {
    setLocked(null);
    if (await isSealed(file)) {
      setFailure(null);
      setLocked(file);
      return;
    }
    await read(file);
  };
  const unlock = async (file: File, passphrase: string) => {
    const outcome = await openSealed(file, passphrase, { signal: begin("Opening the backup"), onProgress: setProgress });
    end(outcome.ok ? null : outcome.failure);
    if (!outcome.ok) return;
    setLocked(null);
    await read(new File([outcome.value], file.name));
  };
  const read = async (file: File) => {
    const outcome = await readBackup(file, { signal: begin("Reading the backup"), onProgress: setProgress });
    end(outcome.ok ? null : outcome.failure);
    if (outcome.ok) setChosen({ file, content: outcome.value });
  };
  return { progress, failure, locked, chosen, save, choose, unlock, close: () => setChosen(null), cancel: () => under.current?.abort() };
}

/** Backup out and in: one file with everything that is stored on this device. */
export function BackupPanel() {
  const last = useAtomValue(lastBackupAtom);
  const notice = useAtomValue(backupNoticeAtom);
  const inMemory = useAtomValue(workspaceAtom).datasets.filter(({ kept }) => kept === "memory");
  const [encrypted, setEncrypted] = useState(false);
  const [passphrase, setPassphrase] = useState("");
  const { progress, failure, locked, chosen, save, choose, unlock, close, cancel } = useBackup();
  const saveAll = async () => {
    if (await save(encrypted ? passphrase : null)) setPassphrase("");
  };
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
        {progress ? <ProgressBar label={progress.label} fraction={progress.fraction} onCancel={cancel} /> : null}
        <FailureBox failure={failure} />
        {locked ? <Unlock key={locked.name} file={locked} busy={progress !== null} onOpen={(typed) => void unlock(locked, typed)} /> : null}
        <Checkbox checked={encrypted} onChange={setEncrypted} disabled={progress !== null}>
          Encrypt with a passphrase
        </Checkbox>
        {encrypted ? (
          <SecretField
            label="Passphrase"
            value={passphrase}
            onChange={setPassphrase}
            hint={`At least ${SHORTEST} characters. Without it the file cannot be opened; it is not stored anywhere.`}
          />
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button
            kind="primary"
            isDisabled={progress !== null || (encrypted && passphrase.length < SHORTEST)}
            onPress={() => void saveAll()}
          >
            Save a backup
          </Button>
          <FileButton
            size="normal"
            accept={[".zip", ".sealed", "application/zip"]}
            disabled={progress !== null}
            onFile={(file) => void choose(file)}
          >
            Restore from a backup
          </FileButton>
        </div>
      </div>
      {chosen ? <RestoreDialog {...chosen} onClose={close} /> : null}
    </Panel>
  );
}
