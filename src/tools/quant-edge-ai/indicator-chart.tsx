import { useMemo } from "react";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart.tsx";
import { saveSeries } from "../../data/decision/export-results.ts";
import { priceDecimals } from "../../data/decision/price-decimals.ts";
import type { DecisionRun } from "../../data/decision/use-decision.ts";
import { count } from "../../lib/format.ts";

/** The lists of the result: marketData, sma, ema and rsi. */
export function IndicatorChart({ run }: { run: DecisionRun }) {
  const { analysis, series } = run;
  const { periods, statistics } = analysis;
  const { x, panes } = useMemo(() => {
    const { columns } = analysis;
    const times = series.typed && series.csv ? null : ((series.typed ?? series.csv)?.times ?? null);
    const axis: ChartAxis = times ? { kind: "time", values: times, label: "Date" } : { kind: "index", values: null, label: "Price" };
    const drawn: ChartPane[] = [
      {
        key: "price",
        share: 3,
        digits: priceDecimals(analysis.statistics.mean),
        series: [
          { key: "price", label: "marketData", kind: "line", color: "accent", values: columns.prices },
          { key: "sma", label: `sma ${analysis.periods.sma}`, kind: "line", color: "warn", values: columns.sma },
          { key: "ema", label: `ema ${analysis.periods.ema}`, kind: "line", color: "muted", values: columns.ema, dashed: true },
        ],
      },
      {
        key: "rsi",
        share: 1,
        range: [0, 100],
        digits: 1,
        guides: [
          { y: 30, label: "30" },
          { y: 70, label: "70" },
        ],
        series: [{ key: "rsi", label: `rsi ${analysis.periods.rsi}`, kind: "line", color: "accent", values: columns.rsi }],
      },
    ];
    return { x: axis, panes: drawn };
  }, [analysis, series]);
  return (
    <TimeChart
      title="Market data and indicators"
      subtitle={`${count(statistics.count)} prices, SMA ${periods.sma}, EMA ${periods.ema}, RSI ${periods.rsi}`}
      x={x}
      panes={panes}
      height={340}
      exportName="engine-indicators"
      onExportCsv={() => void saveSeries(run)}
    />
  );
}
