import { type Outcome, succeed, WORKSPACE } from "../../../workers/contract";
import type { RecordKind } from "../../../workers/storage/record";
import { dated, fileStem, saveTable } from "../../analysis/data/save-table.ts";
import { type Turn, useAnalysis } from "../../analysis/use-analysis";
import { storage } from "../../client/compute";
import { count, plural } from "../../lib/format.ts";
import { checkDevice, type DataReport } from "../../state/check-data";
import { Button } from "../../ui/button.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { ProgressBar } from "../../ui/progress.tsx";

/** Meaning of each fault, and what can be recovered. */
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
  drawing: ["series with drawings", "series with drawings"],
  feed: ["feed", "feeds"],
};

/** Saves the recoverable part of damaged numbers as CSV. */
async function rescue({ signal }: Turn<null>, hash: string, name: string): Promise<Outcome<null>> {
  const loaded = await storage.run("load-series", { workspace: WORKSPACE, hash, unverified: true }, { cache: false, signal });
  if (!loaded.ok) return loaded;
  const { times, columns } = loaded.value;
  const numbers = columns.map((column) => ({ name: column.name, kind: "number" as const, values: column.values }));
  await saveTable(dated(times, numbers), `${fileStem(name)}-unverified`);
  return succeed(null);
}

function Findings({ report, onRescue }: { report: DataReport; onRescue: (hash: string, name: string) => unknown }) {
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

/** Checks everything stored on this device, and reports what is damaged and what can be recovered. */
export function DataCheck() {
  const checking = useAnalysis<DataReport>({
    work: (turn) => {
      turn.onProgress({ fraction: 0, label: "Checking" });
      return checkDevice(turn);
    },
  });
  const rescuing = useAnalysis<null, [hash: string, name: string]>({ work: rescue });
  const { progress, busy, cancel } = checking;
  const report = busy ? null : checking.shown;
  const check = () => {
    rescuing.forget();
    void checking.run();
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
        <ProgressBar {...progress} onCancel={cancel} />
      ) : (
        <Button size="small" onPress={check}>
          Check my data
        </Button>
      )}
      <FailureBox failure={checking.failure ?? rescuing.failure} />
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
          <Findings report={report} onRescue={rescuing.run} />
        </>
      ) : null}
    </section>
  );
}
