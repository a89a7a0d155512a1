import { memo, useMemo, useState } from "react";
import type { Jobs } from "../../workers/jobs";
import { fileStem } from "../analysis/data/save-table.ts";
import { usePacedJob } from "../analysis/use-paced-job";
import type { ChartPane } from "../charts/chart-spec";
import { datedAxis } from "../charts/dated-axis.ts";
import { TimeChart } from "../charts/time-chart.tsx";
import type { JobInput, JobValue } from "../client/pool";
import { count, percent, plain } from "../lib/format.ts";
import { FailureBox } from "../ui/failure-box.tsx";
import { InfoButton, type Provenance } from "../ui/info-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import type { BacktestRun } from "./use-backtest";

/** A quarter, half a year and a year of trading days. */
const WINDOWS = ["63", "126", "252"] as const;
type Window = (typeof WINDOWS)[number];
const CHOICES = WINDOWS.map((value) => ({ value, label: value }));
const TITLE = "Rolling figures";
const NO_TIMES = new Float64Array(0);

type Question = JobInput<Jobs, "rolling-performance">;
/** Dates of the rows of an input: a result stays visible, with its own dates, until the next one arrives. */
const datesOf = new WeakMap<Question, Float64Array | null>();

/** Null if there are no more rows than a window. */
function questionOf({ value, annualization }: BacktestRun, window: number): Question | null {
  const { equity, benchmark, times, rows, settings } = value;
  if (rows <= window) return null;
  const question = { strategy: equity, benchmark, window, periodsPerYear: annualization, riskFree: settings.riskFree };
  datesOf.set(question, times);
  return question;
}

function panesOf(value: JobValue<Jobs, "rolling-performance">): ChartPane[] {
  const pane = (key: keyof typeof value, label: string, color: "accent" | "series-2" | "series-3"): ChartPane => ({
    key,
    share: 1,
    digits: 2,
    guides: [{ y: 0, label: "0" }],
    series: [{ key, label, kind: "line", color, values: value[key] }],
  });
  const inPercent = (of: ChartPane): ChartPane => ({
    ...of,
    unit: "%",
    digits: 1,
    series: of.series.map((series) => ({ ...series, factor: 100 })),
  });
  return [
    pane("sharpe", "Rolling Sharpe ratio", "accent"),
    pane("sortino", "Rolling Sortino ratio", "accent"),
    inPercent(pane("volatility", "Rolling volatility, per year", "series-2")),
    pane("beta", "Rolling beta", "series-2"),
    inPercent(pane("alpha", "Rolling alpha, per year", "series-3")),
  ];
}

const provenanceOf = ({ value, annualization }: BacktestRun, window: number): Provenance => ({
  title: TITLE,
  computedBy: "rollingPerformance",
  formula:
    "of the simple returns in the window: Sharpe and Sortino ratio; deviation · √N; covariance / variance of the benchmark; alpha per year, above beta times it",
  settings: [
    ["Window", `${count(window)} returns`],
    ["Risk-free rate", percent(value.settings.riskFree)],
    ["Steps per year", plain(annualization)],
  ],
  n: `${count(value.rows - 1)} returns`,
  differs: "QuantStats uses a risk-free rate of 0 and does not annualize its rolling alpha; empyrical compounds alpha over the year.",
});

/** Rolling Sharpe and Sortino ratio, volatility, beta and alpha of a backtest, computed and kept only while shown. */
export const Rolling = memo(function Rolling({ run }: { run: BacktestRun }) {
  const [chosen, setChosen] = useState<Window>("126");
  const window = Number(chosen);
  const question = useMemo(() => questionOf(run, window), [run, window]);
  const kept = usePacedJob("rolling-performance", question);
  const failure = kept && !kept.outcome.ok ? kept.outcome.failure : null;
  const x = useMemo(() => datedAxis(kept ? (datesOf.get(kept.of) ?? null) : NO_TIMES, "Row"), [kept]);
  const panes = useMemo(() => (kept?.outcome.ok ? panesOf(kept.outcome.value) : []), [kept]);
  if (failure) return <FailureBox failure={failure} />;
  return (
    <TimeChart
      title={TITLE}
      subtitle={`against the benchmark, ${count(kept?.of.window ?? window)} returns`}
      x={x}
      panes={panes}
      height={620}
      loading={question && !kept ? "Computing rolling figures…" : false}
      empty={`Not available: needs more than ${count(window)} returns.`}
      exportName={`${fileStem(run.series.name)}-rolling`}
      footer={
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="flex items-center gap-2">
            <span aria-hidden="true">Window</span>
            <Segmented label="Window, in steps" labelHidden value={chosen} options={CHOICES} onChange={setChosen} />
          </span>
          <InfoButton {...provenanceOf(run, window)} />
        </span>
      }
    />
  );
});
