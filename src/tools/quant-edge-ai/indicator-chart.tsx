import { useMemo } from "react";
import { saveSeries } from "../../analysis/decision/export-results.ts";
import { priceDecimals } from "../../analysis/decision/price-decimals.ts";
import type { DecisionRun } from "../../analysis/decision/use-decision.ts";
import { barsOf, pricesOf } from "../../analysis/decision/use-market-data.ts";
import type { ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { averageLines, rsiPane } from "../../charts/indicator-panes.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count } from "../../lib/format.ts";

/** The series of the result: marketData, sma, ema and rsi. */
export function IndicatorChart({ run }: { run: DecisionRun }) {
  const { value: analysis, series } = run;
  const { periods, statistics } = analysis;
  const { x, panes } = useMemo(() => {
    const names = { prices: "marketData", sma: `sma ${analysis.periods.sma}`, ema: `ema ${analysis.periods.ema}` };
    const price: ChartPane = {
      key: "price",
      share: 3,
      digits: priceDecimals(analysis.statistics.mean),
      series: averageLines(analysis.columns, names, barsOf(series)),
    };
    return { x: datedAxis(pricesOf(series)?.times, "Price"), panes: [price, rsiPane(analysis.columns.rsi, `rsi ${analysis.periods.rsi}`)] };
  }, [analysis, series]);
  return (
    <TimeChart
      title="Market data and indicators"
      subtitle={`${count(statistics.count)} prices, SMA ${periods.sma}, EMA ${periods.ema}, RSI ${periods.rsi}`}
      x={x}
      panes={panes}
      height={340}
      exportName="engine-indicators"
      onExportTable={() => void saveSeries(run)}
    />
  );
}
