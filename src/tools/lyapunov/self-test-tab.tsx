import { memo } from "react";
import type { Jobs } from "../../../workers/jobs";
import { useAnalysis } from "../../analysis/use-analysis";
import type { JobValue } from "../../client/pool";
import { count, fixed, pEquals, percent } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Verdict } from "../../ui/verdict.tsx";

type Check = JobValue<Jobs, "test-lyapunov">[number];

const WORDS = {
  "no-evidence": "no evidence",
  "faster-than-surrogates": "faster than surrogates",
  contracting: "contracting",
} as const;

const COLUMNS: TableColumn<Check>[] = [
  {
    id: "system",
    header: "System",
    cell: ({ system, passed }) => <Verdict state={passed ? "ok" : "bad"}>{system}</Verdict>,
    text: ({ system }) => system,
  },
  { id: "n", header: "Values", cell: ({ n }) => count(n) },
  { id: "theory", header: "Theory", matters: true, cell: ({ theory }) => fixed(theory, 4) },
  { id: "found", header: "Found", matters: true, cell: ({ found }) => fixed(found, 4) },
  {
    id: "error",
    header: "Error",
    cell: ({ theory, found }) => (theory === null || found === null ? "—" : percent(found / theory - 1, 2)),
  },
  { id: "tolerance", header: "Allowed", matters: true, cell: ({ tolerance }) => (tolerance === null ? "—" : `± ${percent(tolerance, 0)}`) },
  { id: "verdict", header: "Surrogate test", words: true, cell: ({ verdict, p }) => `${WORDS[verdict]} (${pEquals(p)})` },
];

const ABOUT = {
  title: "Self-test",
  formula:
    "the estimate, everything automatic, on series whose exponent is known: passed within the tolerance and with the right verdict of 19 surrogates",
  computedBy: "testLyapunov",
  differs:
    "nolds with its defaults gives 2.0 to 2.24 where it expects 2.4 for Lorenz: that value is the dimension; the exponent is 0.9056.",
} as const;

/** Runs the estimate on systems of known exponent, on this device. */
export const SelfTestTab = memo(function SelfTestTab() {
  const { shown, busy, progress, failure, run, cancel } = useAnalysis<Check[]>({
    work: (turn) => turn.ask("test-lyapunov", {}, { cache: false }),
  });
  const checks = busy || failure ? null : shown;
  const button = (
    <Button onPress={() => void run()} busy={busy}>
      {checks ? "Run self-test again" : "Run self-test"}
    </Button>
  );
  return (
    <>
      {busy ? (
        <ProgressBar label={progress?.label || "Making known systems"} fraction={progress?.fraction ?? null} onCancel={cancel} />
      ) : null}
      <FailureBox failure={failure} />
      {checks ? (
        <Panel
          title="Self-test"
          note="known systems, on this device"
          actions={
            <>
              {button}
              <InfoButton {...ABOUT} />
            </>
          }
          footer={`${checks.map(({ system, about }) => `${system}: ${about}`).join(". ")}.`}
          flush
        >
          <DataTable label="Self-test" columns={COLUMNS} rows={checks} rowKey={({ system }) => system} copyable />
        </Panel>
      ) : (
        <EmptyState actions={button}>
          Runs this estimator on the logistic map, the Lorenz flow and white noise, whose exponents are known.
        </EmptyState>
      )}
    </>
  );
});
