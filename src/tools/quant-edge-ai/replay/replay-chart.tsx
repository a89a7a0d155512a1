import { useMemo } from "react";
import { dated, fileStem, saveTable } from "../../../analysis/data/save-table.ts";
import { priceDecimals } from "../../../analysis/decision/price-decimals.ts";
import { barsOf } from "../../../analysis/decision/use-market-data.ts";
import type { ChartPane } from "../../../charts/chart-spec";
import { datedAxis } from "../../../charts/dated-axis.ts";
import { usePriceChoices } from "../../../charts/price-choices";
import { chosenPanes } from "../../../charts/price-panes";
import { TimeChart } from "../../../charts/time-chart.tsx";
import type { Player } from "./player.ts";
import type { ReplayRun } from "./replay-run.ts";
import { PLAYER_KEYS } from "./use-player-keys.ts";

/** The price with changes to Buy and Sell, the combined score between its limits, and the cumulative return of the rules. */
function panesOf({ value, series }: ReplayRun): ChartPane[] {
  const { prices, buys, sells, combined, buyLimit, sellLimit, profit, held } = value.columns;
  return [
    {
      key: "price",
      share: 4,
      digits: priceDecimals(prices[prices.length - 1]),
      series: [
        {
          key: "price",
          label: "Price",
          kind: "line",
          color: "accent",
          values: prices,
          price: barsOf(series) ?? { range: null, volume: null },
        },
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
    {
      key: "profit",
      share: 2,
      digits: 2,
      unit: "%",
      guides: [{ y: 0, label: "0" }],
      series: [
        { key: "profit", label: "P&L of the rules", short: "Rules", kind: "line", color: "accent", values: profit },
        { key: "held", label: "Always in", kind: "line", color: "muted", values: held },
      ],
    },
  ];
}

/** The replay as a chart that ends at the current bar: nothing later is drawn, read out, listed, or included in a scale. */
export function ReplayChart({ run, player }: { run: ReplayRun; player: Player }) {
  const { value, asked } = run;
  const { columns } = value;
  const [choices] = usePriceChoices();
  const { style, scale } = choices;
  const x = useMemo(() => datedAxis(asked.times, "Step"), [asked]);
  const panes = useMemo(() => chosenPanes(panesOf(run), { style, scale, volume: false }), [run, style, scale]);
  const save = () =>
    void saveTable(
      dated(asked.times, [
        { name: "Price", values: columns.prices },
        { name: "Clause (-1 Hold, 0-2 Buy, 3-5 Sell)", values: columns.clause },
        { name: "Combined score", values: columns.combined },
        { name: "Buy limit", values: columns.buyLimit },
        { name: "Sell limit", values: columns.sellLimit },
        { name: "Regime code", values: columns.regime },
        { name: "RSI", values: columns.rsi },
        { name: "Volatility", values: columns.volatility },
        { name: "Position", values: columns.position },
        { name: "P&L of the rules (%)", values: columns.profit },
        { name: "Always in (%)", values: columns.held },
      ]),
      `${fileStem(asked.first.name)}-replay`,
    );
  return (
    <TimeChart
      title="Replayed decisions"
      subtitle="later bars are hidden"
      x={x}
      panes={panes}
      height={420}
      exportName="replayed-decisions"
      onExportTable={save}
      playhead={player}
      keyWords={PLAYER_KEYS}
    />
  );
}
