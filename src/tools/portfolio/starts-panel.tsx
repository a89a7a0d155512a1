import { useMemo } from "react";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count, day, percent } from "../../lib/format.ts";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { backtestProvenance } from "./provenance";
import type { BacktestRun } from "./use-simulation";

type Start = BacktestRun["value"]["starts"][number];

/** The same backtest from other start dates: how much of the result depends on the start. */
export function StartsPanel({ starts }: { starts: readonly Start[] }) {
  const dated = starts.every(({ time }) => time !== null);
  const x = useMemo<ChartAxis>(() => {
    const values = Float64Array.from(starts, ({ time, row }) => (dated ? (time ?? 0) : row + 1));
    return dated ? { kind: "time", values, label: "Start date" } : { kind: "number", values, label: "Start row", digits: 0 };
  }, [starts, dated]);
  const panes = useMemo<ChartPane[]>(() => {
    const column = (pick: (start: Start) => number) => Float64Array.from(starts, (start) => 100 * pick(start));
    return [
      {
        key: "starts",
        share: 1,
        unit: "%",
        digits: 1,
        guides: [{ y: 0, label: "0" }],
        series: [
          { key: "growth", label: "Growth per year", kind: "line", color: "accent", values: column(({ growth }) => growth) },
          {
            key: "total",
            label: "Total return",
            kind: "line",
            color: "muted",
            dashed: true,
            values: column(({ totalReturn }) => totalReturn),
          },
        ],
      },
    ];
  }, [starts]);
  const sorted = useMemo(() => [...starts].sort((a, b) => a.growth - b.growth), [starts]);
  const info = backtestProvenance.starts;
  if (starts.length === 0) {
    return (
      <Panel title="Start dates" actions={<InfoButton {...info} />}>
        <p className="text-muted">Not available: needs more rows between the dates.</p>
      </Panel>
    );
  }
  const nameOf = ({ time, row }: Start) => (time === null ? `row ${count(row + 1)}` : day(time));
  const [worst, middle, best] = [sorted[0], sorted[sorted.length >> 1], sorted[sorted.length - 1]];
  const losing = starts.filter(({ totalReturn }) => totalReturn < 0).length;
  return (
    <>
      <StatStrip label="Figures of the start dates">
        <Stat label="Worst start" value={percent(worst.growth, 2)} note={nameOf(worst)} info={info} />
        <Stat label="Median start" value={percent(middle.growth, 2)} note={nameOf(middle)} info={info} />
        <Stat label="Best start" value={percent(best.growth, 2)} note={nameOf(best)} info={info} />
        <Stat
          label="Starts with a loss"
          value={percent(losing / starts.length, 1)}
          note={`${count(losing)} of ${count(starts.length)}`}
          info={info}
        />
      </StatStrip>
      <TimeChart
        title="Start dates"
        subtitle="the same backtest from other start dates to the same end"
        x={x}
        panes={panes}
        height={220}
        exportName="start-dates"
        footer={`${count(starts.length)} start dates over the first two thirds of the rows, each tested to the same end with the same costs.`}
      />
    </>
  );
}
