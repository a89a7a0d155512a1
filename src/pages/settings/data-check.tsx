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
    "Its numbers are not those that were saved. They can be saved as a file to look through; loading the same data again mends it.",
  "numbers-gone": "Its numbers are gone or cut off. Loading the same data again brings them back, under the same name.",
  "entry-unreadable": "Its entry cannot be read and is left alone: a newer version of Prospect may read it, a backup can bring it back.",
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
            <Button size="small" onPress={() => onRescue(hash, name)} aria-label={`Save what is left of ${name}`}>
              Save what is left
            </Button>
          ) : null}
        </li>
      ))}
      {unreadable.map(({ kind, count: failed }) => (
        <li key={kind}>
          <p className="font-[550]">{plural(failed, ...KINDS[kind])} cannot be read</p>
          <p className="text-muted text-small">
            Left alone: a newer version of Prospect may read {failed === 1 ? "it" : "them"}, a backup can bring{" "}
            {failed === 1 ? "it" : "them"} back.
          </p>
        </li>
      ))}
      {lost.map(({ by, hash, name }) => (
        <li key={`${by} ${hash}`}>
          <p className="break-words font-[550]">
            {name ?? "A dataset"}, named by {by}, is not on this device
          </p>
          <p className="text-muted text-small">Loading the same data again, or a backup, brings it back.</p>
        </li>
      ))}
    </ul>
  );
}

/** Checks everything that is kept on this device, and says what is damaged and what of it can be rescued. */
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
        Reads every dataset, entry and reference on this device, and compares all numbers with the SHA-256 they were saved under.
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
          {clean ? "All of it is as it was saved: " : "Checked "}
          {plural(report.hashes.length, "dataset")} with {count(report.values)} values, {plural(report.records, "entry", "entries")} and{" "}
          {plural(report.references, "reference")}.
          {report.leftovers > 0 ? ` ${plural(report.leftovers, "file")} of interrupted saves will be removed at the next start.` : ""}
        </p>
      ) : null}
      {report && !clean ? (
        <>
          <Caution>Not everything is as it was saved.</Caution>
          <Findings report={report} onRescue={async (hash, name) => setFailure(await rescue(hash, name))} />
        </>
      ) : null}
    </section>
  );
}
