import { memo, useMemo, useState } from "react";
import { fileStem } from "../analysis/data/save-table.ts";
import { MonthsPanel, NoMonths } from "../analysis/months-panel.tsx";
import { usePacedJob } from "../analysis/use-paced-job";
import { FailureBox } from "../ui/failure-box.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { monthsQuestion } from "./months-question";
import type { BacktestRun } from "./use-backtest";

const OF = [
  { value: "strategy", label: "Strategy" },
  { value: "benchmark", label: "Benchmark" },
] as const;

/** Monthly returns of a backtest, of the strategy or of its benchmark. */
export const Months = memo(function Months({ run }: { run: BacktestRun }) {
  const [of, setOf] = useState<(typeof OF)[number]["value"]>("strategy");
  const question = useMemo(() => monthsQuestion(run), [run]);
  const outcome = usePacedJob("returns-by-month", question)?.outcome;
  if (!question) return <NoMonths />;
  if (outcome && !outcome.ok) return <FailureBox failure={outcome.failure} />;
  return (
    <MonthsPanel
      months={outcome?.value[of] ?? null}
      exportName={`${fileStem(run.series.name)}-${of === "strategy" ? "monthly-returns" : "benchmark-monthly-returns"}`}
      choice={<Segmented label="Returns of" labelHidden value={of} options={OF} onChange={setOf} />}
    />
  );
});
