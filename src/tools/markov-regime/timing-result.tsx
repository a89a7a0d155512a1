import { useMemo } from "react";
import type { ChartMarkers, ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { Histogram } from "../../charts/histogram.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count, day, fixed, pEquals, percent, plural, pValue } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import type { Provenance } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import type { MarkovRun, TimingValue } from "./use-markov";

const LEVEL = 0.05;

interface TimingResultProps {
  run: MarkovRun;
  timing: TimingValue;
}

function verdictOf({ test, reason }: TimingValue): { state: "ok" | "caution"; text: string } {
  if (!test) return { state: "caution", text: reason ?? "" };
  const { p, shifts, quantiles } = test;
  const seen = `The rule's Sharpe ratio before costs is ${fixed(test.sharpe, 3)}; under circular shifts the median is ${fixed(quantiles[1], 3)}, and 90% lie between ${fixed(quantiles[0], 3)} and ${fixed(quantiles[2], 3)} (${pEquals(p)}, ${count(shifts)} circular shifts).`;
  return p <= LEVEL
    ? { state: "ok", text: `The timing is significantly better than chance. ${seen}` }
    : { state: "caution", text: `No evidence that the timing is better than chance. ${seen}` };
}

/** Figures of the rule beside buy and hold, wealth of both, and the rule's rank among its own time shifts. */
export function TimingResult({ run, timing }: TimingResultProps) {
  const { performance, holding, test, changes, invested, n, first, lookAhead } = timing;
  const times = useMemo(() => run.series.times?.subarray(first + run.value.offset - 1) ?? null, [run, first]);
  const dated = run.times ? ` from ${day(run.times[first])}` : "";
  const settings = [
    ["Parameters from", lookAhead ? "the whole series" : `the first ${count(first)} returns`],
    ["Tested", `${count(n)} returns`],
    ["Steps per year", count(run.perYear)],
    ["Cash earns", `${percent(run.riskFree, 2)} per year`],
  ] as const;
  const info = (title: string, formula: string, more: Partial<Provenance> = {}): Provenance => ({ title, formula, settings, ...more });
  const verdict = verdictOf(timing);
  return (
    <>
      {lookAhead ? (
        <Caution>
          Look-ahead bias: the parameters were fitted to the returns tested here. Use parameters from the first half for an out-of-sample
          test.
        </Caution>
      ) : null}
      <Panel title="Timing performance" note={`${count(n)} returns${dated}`}>
        <p>
          <Verdict state={verdict.state}>{verdict.text}</Verdict>
        </p>
      </Panel>
      <StatStrip label="Figures of the rule">
        <Stat
          label="Sharpe Ratio"
          value={fixed(performance.sharpe, 3)}
          note={`buy and hold ${fixed(holding.sharpe, 3)}`}
          info={info("Sharpe Ratio of the rule", "(mean − rf / steps) / sd · √steps, after costs", { computedBy: "sharpeRatio" })}
        />
        <Stat
          label="Growth per year"
          value={percent(performance.cagr, 2)}
          note={`buy and hold ${percent(holding.cagr, 2)}`}
          info={info("Growth per year", "wealth^(steps per year / n) − 1, after costs")}
        />
        <Stat
          label="Volatility"
          value={percent(performance.volatility, 2)}
          note={`buy and hold ${percent(holding.volatility, 2)}`}
          info={info("Volatility of the rule", "sd of simple returns · √(steps per year)")}
        />
        <Stat
          label="Max Drawdown"
          value={percent(performance.maxDrawdown, 2)}
          note={`buy and hold ${percent(holding.maxDrawdown, 2)}`}
          info={info("Max Drawdown of the rule", "min of wealth / running maximum − 1", { computedBy: "drawdown" })}
        />
        <Stat
          label="In the market"
          value={percent(invested, 1)}
          note={plural(changes, "change")}
          info={info("In the market", "share of steps in the market; each switch costs", { computedBy: "regimePositions" })}
        />
        <Stat
          label="Timing p"
          value={test ? pValue(test.p) : "—"}
          note={test ? plural(test.shifts, "shift") : "nothing to test"}
          info={info("Timing p-value", "share of circular shifts of the positions with a Sharpe ratio of at least the rule's", {
            computedBy: "shiftTest",
            differs:
              "Shifts preserve time in the market and number of switches, and randomize only the timing. Costs are equal across shifts and omitted.",
          })}
        />
      </StatStrip>
      <WealthChart timing={timing} times={times} />
      {test ? <ShiftChart test={test} /> : null}
    </>
  );
}

function WealthChart({ timing, times }: { timing: TimingValue; times: Float64Array | null }) {
  const x = useMemo(() => datedAxis(times?.length === timing.timed.length ? times : null, "Observation"), [times, timing]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "wealth",
        share: 3,
        digits: 3,
        series: [
          { key: "timed", label: "regime timing, after costs", short: "timing", color: "accent", kind: "line", values: timing.timed },
          { key: "held", label: "buy and hold", short: "hold", color: "muted", kind: "line", values: timing.held },
        ],
      },
      {
        key: "position",
        share: 0.5,
        digits: 0,
        range: [0, 1],
        series: [{ key: "position", label: "in the market", color: "muted", kind: "area", start: 1, values: timing.positions }],
      },
    ],
    [timing],
  );
  return (
    <TimeChart
      title="Regime timing against buy and hold"
      subtitle="growth of 1"
      x={x}
      panes={panes}
      exportName="regime-timing"
      height={320}
    />
  );
}

function ShiftChart({ test }: { test: NonNullable<TimingValue["test"]> }) {
  const markers = useMemo<ChartMarkers>(() => ({ lines: [{ at: test.sharpe, label: "the rule" }] }), [test]);
  return (
    <Histogram
      title="Rule against circular shifts"
      subtitle="Sharpe ratios before costs"
      bins={test}
      measure="Sharpe Ratio"
      counted="shifts"
      digits={3}
      markers={markers}
      exportName="shift-test"
      height={200}
    />
  );
}
