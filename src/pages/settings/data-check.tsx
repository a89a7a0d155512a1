import { useRef, useState } from "react";
import type { Failure, Progress } from "../../../workers/contract";
import type { RecordKind } from "../../../workers/storage/record";
import { dated, fileStem, saveTable } from "../../analysis/data/save-table.ts";
import { storage } from "../../client/compute";
import { count, plural } from "../../lib/format.ts";
import { checkDevice, type DataReport } from "../../state/check-data";
import { Button } from "../../ui/button.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { ProgressBar } from "../../ui/progress.tsx";

/** What each fault means, and what can be rescued. */
const FAULTS = {
  "numbers-changed":
    "Its values differ from those saved. They can be saved to a file for inspection; loading the same data again repairs the dataset.",
  "numbers-gone": "Its values are missing or truncated. Loading the same data again restores them under the same name.",
  "entry-unreadable":
    "Its entry cannot be read and is left unchanged: a newer version of Prospect may read it, or a backup can restore it.",
} as const;

const KINDS: Record<RecordKind, [string, string]> = {
  client: ["client", "clients"],
  strategy: ["strategy", "strategies"],
  run: ["run", "runs"],
  decision: ["decision", "decisions"],
  feed: ["feed", "feeds"],
};

/** Saves what is left of damaged numbers as CSV. */
async function rescue(hash: string, name: string): Promise<Failure | null> {
  const loaded = await storage.run("load-series", { workspace: "prospect", hash, unverified: true }, { cache: false });
  if (!loaded.ok) return loaded.failure;
  const { times, columns } = loaded.value;
  const numbers = columns.map((column) => ({ name: column.name, kind: "number" as const, values: column.values }));
  await saveTable(dated(times, numbers), `${fileStem(name)}-unverified.csv`);
  return null;
}

function Findings({ report, onRescue }: { report: DataReport; onRescue: (hash: string, name: string) => void }) {
  const { faults, unreadable, lost } = report;
  return (
    <ul aria-label="Findings" className="flex flex-col gap-2">
      {faults.map(({ fault, hash, name }) => (
        <li key={`${hash} ${name}`}>
          <p className="break-words font-[550]">{name === "" ? "A dataset without a name" : name}</p>
          <p className="text-muted text-small">{FAULTS[fault]}</p>
          {fault === "numbers-changed" && hash !== null ? (
            <Button size="small" onPress={() => onRescue(hash, name)} aria-label={`Save the rest of ${name}`}>
              Save the rest
            </Button>
          ) : null}
        </li>
      ))}
      {unreadable.map(({ kind, count: failed }) => (
        <li key={kind}>
          <p className="font-[550]">{plural(failed, ...KINDS[kind])} cannot be read</p>
          <p className="text-muted text-small">
            Left unchanged: a newer version of Prospect may read {failed === 1 ? "it" : "them"}, or a backup can restore{" "}
            {failed === 1 ? "it" : "them"} back.
          </p>
        </li>
      ))}
      {lost.map(({ by, hash, name }) => (
        <li key={`${by} ${hash}`}>
          <p className="break-words font-[550]">
            {name ?? "A dataset"}, referenced by {by}, is not on this device
          </p>
          <p className="text-muted text-small">Load the same data again, or restore a backup.</p>
        </li>
      ))}
    </ul>
  );
}

/** Checks everything that is stored on this device, and says what is damaged and what of it can be rescued. */
export function DataCheck() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [report, setReport] = useState<DataReport | null>(null);
  const under = useRef<AbortController | null>(null);
  const check = async () => {
    under.current = new AbortController();
    setFailure(null);
    setReport(null);
    setProgress({ fraction: 0, label: "Checking" });
    const outcome = await checkDevice({ signal: under.current.signal, onProgress: setProgress });
    setProgress(null);
    if (outcome.ok) setReport(outcome.value);
    else if (outcome.failure.code !== "canceled") setFailure(outcome.failure);
  };
  const clean = report && report.faults.length + report.unreadable.length + report.lost.length === 0;
  return (
    <section aria-labelledby="check-heading" className="flex flex-col items-start gap-2">
      <h3 id="check-heading" className="font-semibold">
        Integrity
      </h3>
      <p className="max-w-[68ch] text-muted">
        Reads every dataset, entry and reference on this device and verifies the data against its SHA-256.
      </p>
      {progress ? (
        <ProgressBar label={progress.label} fraction={progress.fraction} onCancel={() => under.current?.abort()} />
      ) : (
        <Button size="small" onPress={() => void check()}>
          Check my data
        </Button>
      )}
      <FailureBox failure={failure} />
      {report ? (
        <p role="status">
          {clean ? "No errors found: " : "Checked "}
          {plural(report.hashes.length, "dataset")} with {count(report.values)} values, {plural(report.records, "entry", "entries")} and{" "}
          {plural(report.references, "reference")}.
          {report.leftovers > 0 ? ` ${plural(report.leftovers, "file")} of interrupted saves will be removed at the next start.` : ""}
        </p>
      ) : null}
      {report && !clean ? (
        <>
          <Caution>Errors found.</Caution>
          <Findings report={report} onRescue={async (hash, name) => setFailure(await rescue(hash, name))} />
        </>
      ) : null}
    </section>
  );
}
