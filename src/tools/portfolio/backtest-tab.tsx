import { memo, useDeferredValue, useMemo } from "react";
import { IntervalNote } from "../../analysis/intervals/interval-note.tsx";
import { type Intervals, intervalsNote, withInterval } from "../../analysis/intervals/interval-words";
import { MonthsPanel, NoMonths } from "../../analysis/months-panel.tsx";
import { OpenByProgram } from "../../analysis/programs/open-by-program.tsx";
import { printedAs } from "../../analysis/programs/printed-as.tsx";
import { useByProgram } from "../../analysis/programs/use-by-program";
import { type Wealth, wealthQuestion } from "../../analysis/programs/wealth-question";
import { count, day, fixed, percent, plural } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { EventTable } from "./event-table.tsx";
import { RollingPanel } from "./rolling-panel.tsx";
import { StartsPanel } from "./starts-panel.tsx";
import type { BacktestRun } from "./use-simulation";
import { ValueChart } from "./value-chart.tsx";

interface BacktestTabProps {
  run: BacktestRun;
  intervals: Intervals | null;
}

const share = (value: number | null) => percent(value, 2);
const ratio = (value: number | null) => fixed(value, 2);
const info = (title: string, formula: string) => ({ title, formula, computedBy: "backtestPortfolio" });
const SHARPE = { title: "Sharpe Ratio", formula: "(mean − rf / steps) / deviation × √steps", computedBy: "sharpeRatio" };
const DRAWDOWN = info("Max Drawdown", "largest decline from the running maximum");

/** The weights held between two dates: performance, trades, and value compared with buy and hold. */
export const BacktestTab = memo(function BacktestTab({ run, intervals }: BacktestTabProps) {
  // Each part is rendered after the one above: updating everything at once would block the page.
  const middle = useDeferredValue<BacktestRun | null>(run, null);
  const lower = useDeferredValue<BacktestRun | null>(middle, null);
  const { value: result, set, input, benchmark } = run;
  const { times, value, benchmark: held } = result;
  const lines = useMemo(
    () => [
      { label: "Portfolio", values: result.value },
      { label: "Buy and hold", values: result.valueUntouched },
      ...(result.benchmark ? [{ label: benchmark?.name ?? "Benchmark", values: result.benchmark.value }] : []),
    ],
    [result, benchmark],
  );
  const span = times ? `, ${day(times[0])} to ${day(times[times.length - 1])}` : "";
  return (
    <>
      {result.notes.map((note) => (
        <Caution key={note}>{note}</Caution>
      ))}
      <PerformanceFigures run={run} intervals={intervals} />
      <TradeFigures result={result} />
      <p className="-mt-2 text-muted text-small">
        {set.name}: {count(value.length)} rows{span}, from {count(input.initialCapital ?? null)}; rebalanced as configured.
        {intervals ? ` ${intervalsNote(intervals, false)}` : ""}
      </p>
      <ValueChart
        title="Portfolio value"
        subtitle={`net of costs, buy and hold${held ? ", and the benchmark bought and held" : ""}`}
        times={times}
        lines={lines}
        exportName="portfolio-backtest"
      />
      {middle ? <Middle run={middle} /> : null}
      {lower ? (
        <>
          <StartsPanel starts={lower.value.starts} />
          <EventTable run={lower} events={lower.value.list.length} part="backtest" />
        </>
      ) : null}
    </>
  );
});

/** Input for other programs' figures: the capital precedes the first value. */
const wealthOf = ({ value: { value, times }, input }: BacktestRun): Wealth => ({
  values: value,
  times,
  before: input.initialCapital,
  periodsPerYear: input.periodsPerYear,
  riskFree: input.riskFree,
});

function PerformanceFigures({ run, intervals }: BacktestTabProps) {
  const { metrics, benchmark: held } = run.value;
  const by = useByProgram(useMemo(() => wealthQuestion(wealthOf(run)), [run]));
  const beside = (pick: (performance: NonNullable<typeof held>["performance"]) => string) =>
    held ? `benchmark ${pick(held.performance)}` : undefined;
  const sharpe = {
    value: metrics.sharpeRatio,
    note: (
      <IntervalNote intervals={intervals} figure="sharpe" show={ratio}>
        {beside(({ sharpe }) => fixed(sharpe, 2))}
      </IntervalNote>
    ),
  };
  const drawdown = {
    value: metrics.maxDrawdown,
    note: (
      <IntervalNote intervals={intervals} figure="maxDrawdown" show={share}>
        {beside(({ maxDrawdown }) => percent(maxDrawdown, 2))}
      </IntervalNote>
    ),
  };
  return (
    <section aria-labelledby="performance-metrics" className="flex flex-col gap-2">
      <h2 id="performance-metrics" className="font-semibold text-data">
        Performance Metrics
      </h2>
      <StatStrip label="Figures of the performance">
        <Stat
          label="Total Return"
          value={percent(metrics.totalReturn, 2)}
          note={
            <IntervalNote intervals={intervals} figure="totalReturn" show={share}>
              {beside(({ totalReturn }) => percent(totalReturn, 2))}
            </IntervalNote>
          }
          info={withInterval(info("Total Return", "final value / capital − 1, net of costs"), intervals)}
        />
        <Stat label="Sharpe Ratio" {...printedAs(by, "sharpe", ratio, sharpe, withInterval(SHARPE, intervals))} />
        <Stat label="Max Drawdown" {...printedAs(by, "maxDrawdown", share, drawdown, withInterval(DRAWDOWN, intervals))} />
        <Stat label="Win Rate" value={percent(metrics.winRate, 1)} info={info("Win Rate", "profitable sales, net of costs / all sales")} />
      </StatStrip>
    </section>
  );
}

function TradeFigures({ result: { trades, times } }: { result: BacktestRun["value"] }) {
  return (
    <section aria-labelledby="trade-analysis" className="flex flex-col gap-2">
      <h2 id="trade-analysis" className="font-semibold text-data">
        Trade Analysis
      </h2>
      <StatStrip label="Figures of the trades">
        <Stat
          label="Total Trades"
          value={count(trades.total)}
          note={`${plural(trades.open, "position")} open at the end`}
          info={info("Total Trades", "single-asset orders, including initial purchases")}
        />
        <Stat
          label="Avg Duration"
          value={fixed(trades.avgDuration, 1)}
          unit={times ? "days" : "rows"}
          info={info("Average duration", "mean holding period of closed positions")}
        />
        <Stat
          label="Profit Factor"
          value={fixed(trades.profitFactor, 2)}
          note={trades.profitFactor === null ? "no losses" : undefined}
          info={info("Profit Factor", "gross profit of sales / gross loss")}
        />
        <Stat
          label="Transaction Costs"
          value={fixed(trades.costs, 0)}
          info={info("Transaction Costs", "Σ|traded value| × (costs + slippage)")}
        />
      </StatStrip>
    </section>
  );
}

/** The same values by month and over the years. */
const Middle = memo(function Middle({ run }: { run: BacktestRun }) {
  const { months, performance } = run.value;
  return (
    <>
      {months ? <MonthsPanel months={months} exportName="portfolio-months" /> : <NoMonths />}
      <RollingPanel result={run.value} />
      <OpenByProgram {...wealthOf(run)} own={performance} />
    </>
  );
});
