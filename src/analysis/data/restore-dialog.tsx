import { useMemo, useState } from "react";
import type { BackupContent } from "../../../workers/storage/jobs/read-backup";
import type { Restored } from "../../../workers/storage/jobs/restore-backup";
import type { RecordKind, StoredRecord } from "../../../workers/storage/record";
import { readSet } from "../../charts/indicators/indicator-set";
import { bytes, clockTime, count, listed, plural } from "../../lib/format.ts";
import { INDICATORS, restoreBackup } from "../../state/backup";
import { type BroughtHost, hostsOf } from "../../state/backup-hosts";
import { settings as deviceSettings } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { useAnalysis } from "../use-analysis";

interface RestoreDialogProps {
  file: File;
  content: BackupContent;
  onClose: () => void;
}

/** Shows what a backup contains before restoring it. */
export function RestoreDialog({ file, content, onClose }: RestoreDialogProps) {
  const [replace, setReplace] = useState(false);
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(new Set());
  const hosts = useMemo(() => hostsOf(content, deviceSettings.read()), [content]);
  const restoring = useAnalysis<Restored>({
    work: (turn) => {
      turn.onProgress({ fraction: 0, label: "Checking backup" });
      return restoreBackup(file, { replace, allowed }, turn);
    },
    onDone: ({ datasets: added, records: newer, kept }) => {
      const detail = `${plural(added, "dataset")} and ${plural(newer, "entry", "entries")} restored; ${count(kept)} already present`;
      toast.success("Backup restored", { detail, duration: 10_000 });
      onClose();
    },
  });
  const { progress, failure, busy } = restoring;
  const { app, madeAt, datasets, records, settings, replaced, added, shortened } = content;
  const { [INDICATORS]: indicators = null, ...inputs } = settings;
  const number = (kind: RecordKind) => count(records.filter((record) => record.kind === kind).length);
  return (
    <Dialog
      title="Restore from a backup"
      answer
      onClose={onClose}
      cancel
      actions={
        <Button kind="primary" busy={busy} onPress={() => void restoring.run()}>
          Restore
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <FactList
          label="Backup contents"
          facts={[
            { name: "File", value: <span className="break-all font-sans">{file.name}</span> },
            { name: "Size", value: bytes(file.size) },
            { name: "Created", value: `${clockTime(madeAt)}, version ${app}` },
            { name: "Datasets", value: count(datasets.length) },
            { name: "Strategies", value: number("strategy") },
            { name: "Clients", value: number("client") },
            { name: "Runs", value: number("run") },
            { name: "Feeds", value: number("feed") },
            { name: "Decisions", value: number("decision") },
            { name: "Drawings", value: number("drawing") },
            { name: "Chart indicators", value: count(readSet(indicators).length) },
            { name: "Settings and inputs", value: count(Object.keys(inputs).length) },
          ]}
        />
        <Added {...added} />
        <Replaced records={replaced} />
        {shortened > 0 ? <Caution>{plural(shortened, "name")} longer than 1,000 characters will be shortened.</Caution> : null}
        <HostChoice hosts={hosts} allowed={allowed} onChange={setAllowed} disabled={busy} />
        <Checkbox checked={replace} onChange={setReplace} disabled={busy}>
          Replace settings and inputs on this device
        </Checkbox>
        {progress ? <ProgressBar {...progress} /> : null}
        <FailureBox failure={failure} />
      </div>
    </Dialog>
  );
}

/** Maximum number of entries listed. */
const MAX_NAMED = 10;

const nameOf = ({ kind, body }: StoredRecord): string => {
  const { name, title } = body as { name?: unknown; title?: unknown };
  return typeof name === "string" ? name : typeof title === "string" ? title : kind;
};

const Names = ({ names }: { names: readonly string[] }) => <span className="wrap-anywhere">{listed(names, MAX_NAMED)}</span>;

/** Entries not yet on this device. */
function Added({ datasets, records }: BackupContent["added"]) {
  const names = [...datasets, ...records.map(nameOf)];
  if (names.length === 0) return <p className="text-muted">All datasets and entries of this file are already on this device.</p>;
  return (
    <p className="text-muted">
      Adds {plural(datasets.length, "dataset")} and {plural(records.length, "entry", "entries")}: <Names names={names} />
    </p>
  );
}

/** Entries of this device that would be replaced. */
function Replaced({ records }: { records: readonly StoredRecord[] }) {
  if (records.length === 0) return null;
  return (
    <Caution>
      Replaces {plural(records.length, "entry", "entries")} on this device with a newer version: <Names names={records.map(nameOf)} />
    </Caution>
  );
}

interface HostChoiceProps {
  hosts: readonly BroughtHost[];
  allowed: ReadonlySet<string>;
  onChange: (allowed: ReadonlySet<string>) => void;
  disabled: boolean;
}

/** Hosts in a backup that the device would connect to: only checked ones are restored. */
function HostChoice({ hosts, allowed, onChange, disabled }: HostChoiceProps) {
  if (hosts.length === 0) return null;
  const toggle = (origin: string, on: boolean) =>
    onChange(new Set(on ? [...allowed, origin] : [...allowed].filter((one) => one !== origin)));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-muted">
        This backup contains {plural(hosts.length, "host")} not yet allowed on this device. Nothing is sent to a host without your
        permission.
      </legend>
      {hosts.map(({ origin, uses }) => (
        <Checkbox key={origin} checked={allowed.has(origin)} onChange={(on) => toggle(origin, on)} disabled={disabled}>
          Allow <span className="wrap-anywhere">{origin}</span> ({uses.join(", ")})
        </Checkbox>
      ))}
    </fieldset>
  );
}
