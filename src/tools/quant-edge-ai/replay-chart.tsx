import { useMemo } from "react";
import { dated, fileStem, saveTable } from "../../analysis/data/save-table.ts";
import { priceDecimals } from "../../analysis/decision/price-decimals.ts";
import type { ChartMarkers, ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count } from "../../lib/format.ts";
import type { ReplayRun } from "./use-replay.ts";

/** Where the rules turned to Buy and Sell, and the combined score between its limits. */
export function ReplayChart({ run, step }: { run: ReplayRun; step: number }) {
  const { value, asked } = run;
  const { columns, actions, first } = value;
  const x = useMemo(() => datedAxis(asked.times, "Step"), [asked]);
  const panes = useMemo<ChartPane[]>(() => {
    const { prices, buys, sells, combined, buyLimit, sellLimit } = columns;
    return [
      {
        key: "price",
        share: 3,
        digits: priceDecimals(prices[prices.length - 1]),
        series: [
          { key: "price", label: "Price", kind: "line", color: "accent", values: prices },
          { key: "buys", label: "Switch to Buy", short: "Buy", kind: "points", color: "up", values: buys },
          { key: "sells", label: "Switch to Sell", short: "Sell", kind: "points", color: "down", values: sells },
        ],
      },
      {
        key: "score",
        share: 2,
        digits: 4,
        series: [
          { key: "combined", label: "Combined score", kind: "line", color: "accent", values: combined },
          { key: "buyLimit", label: "Buy above", kind: "line", color: "up", values: buyLimit, dashed: true },
          { key: "sellLimit", label: "Sell below", kind: "line", color: "down", values: sellLimit, dashed: true },
        ],
      },
    ];
  }, [columns]);
  const markers = useMemo<ChartMarkers>(() => ({ lines: [{ at: step, label: "step" }] }), [step]);
  const save = () =>
    void saveTable(
      dated(asked.times, [
        { name: "Price", values: columns.prices },
        { name: "Clause (-1 Hold, 0-2 Buy, 3-5 Sell)", values: columns.clause },
        { name: "Combined score", values: columns.combined },
        { name: "Buy limit", values: columns.buyLimit },
        { name: "Sell limit", values: columns.sellLimit },
        { name: "Regime code", values: columns.regime },
      ]),
      `${fileStem(asked.first.name)}-replay`,
    );
  return (
    <TimeChart
      title="Replayed decisions"
      subtitle={`Buy ${count(actions.Buy.count)}×, Sell ${count(actions.Sell.count)}×, Hold ${count(actions.Hold.count)}× from step ${count(first + 1)}`}
      x={x}
      panes={panes}
      markers={markers}
      height={380}
      exportName="replayed-decisions"
      onExportTable={save}
    />
  );
}
