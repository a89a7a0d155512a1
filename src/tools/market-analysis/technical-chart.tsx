import { useMemo } from "react";
import type { MarketAnalysis } from "../../../workers/engine/jobs/analyze-market";
import { priceDecimals } from "../../analysis/decision/price-decimals.ts";
import { averagesInfo } from "../../analysis/decision/provenance.tsx";
import type { DecisionRun } from "../../analysis/decision/use-decision.ts";
import { barsOf, pricesOf } from "../../analysis/decision/use-market-data.ts";
import type { Used } from "../../analysis/decision/used.ts";
import type { ChartMarkers, ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { averageLines, rsiPane } from "../../charts/indicator-panes.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count } from "../../lib/format.ts";
import { InfoButton } from "../../ui/info-button.tsx";

interface TechnicalChartProps {
  run: DecisionRun;
  used: Used;
  onExportTable: () => void;
}

/** Price with averages, the range of the CSV, and RSI below; warm-up is dimmed. */
export function TechnicalChart({ run, used, onExportTable }: TechnicalChartProps) {
  const { value: analysis, series } = run;
  const { x, panes, markers } = useMemo(() => chartOf(analysis, series), [analysis, series]);
  return (
    <TimeChart
      title="Technical Analysis"
      subtitle={`${count(used.n)} prices, SMA ${used.smaPeriod}, EMA ${used.emaPeriod}, RSI ${used.rsiPeriod}`}
      x={x}
      panes={panes}
      markers={markers}
      height={380}
      exportName="technical-analysis"
      onExportTable={onExportTable}
      footer={
        <span className="flex items-center justify-between gap-2">
          <span>Dimmed: warm-up. RSI above 70 is overbought, below 30 oversold.</span>
          <InfoButton {...averagesInfo(used)} />
        </span>
      }
    />
  );
}

function chartOf(analysis: MarketAnalysis, series: DecisionRun["series"]) {
  const { columns, periods, statistics } = analysis;
  const { typed, csv } = series;
  const price = averageLines(columns, { prices: "Price", sma: `SMA ${periods.sma}`, ema: `EMA ${periods.ema}` }, barsOf(series));
  if (csv) {
    const values = csv.columns[csv.primary].values;
    price.unshift({
      key: "csv",
      label: "CSV data",
      short: "CSV",
      kind: "area",
      color: "up",
      values,
      start: typed?.length ?? 0,
    });
  }
  const panes: ChartPane[] = [
    { key: "price", share: 3, digits: priceDecimals(statistics.mean), series: price },
    rsiPane(columns.rsi, `RSI ${periods.rsi}`),
  ];
  const last = statistics.count - 1;
  const markers: ChartMarkers = {
    zones: [
      {
        from: 0,
        to: Math.min(last, Math.max(periods.sma, periods.ema) - 1),
        label: "warm-up of the averages",
        tone: "dimmed",
        pane: "price",
      },
      { from: 0, to: Math.min(last, analysis.warmUp.rsi), label: "RSI warm-up", tone: "dimmed", pane: "rsi" },
    ],
  };
  return { x: datedAxis(pricesOf(series)?.times, "Price"), panes, markers };
}
