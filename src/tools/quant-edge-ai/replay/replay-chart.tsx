import { useMemo } from "react";
import { dated, fileStem, saveTable } from "../../../analysis/data/save-table.ts";
import { barsOf } from "../../../analysis/decision/use-market-data.ts";
import type { ChartPane } from "../../../charts/chart-spec";
import { datedAxis } from "../../../charts/dated-axis.ts";
import { usePriceChoices } from "../../../charts/price-choices";
import { chosenPanes } from "../../../charts/price-panes";
import { TimeChart } from "../../../charts/time-chart.tsx";
import type { Player } from "./player.ts";
import { replayPanes } from "./replay-panes.ts";
import type { ReplayRun } from "./replay-run.ts";
import { PLAYER_KEYS } from "./use-player-keys.ts";

function panesOf({ value, series }: ReplayRun): ChartPane[] {
  const { profit, held } = value.columns;
  const earned: ChartPane["series"] = [
    { key: "profit", label: "P&L of the rules", short: "Rules", kind: "line", color: "accent", values: profit },
    { key: "held", label: "Always in", kind: "line", color: "muted", values: held },
  ];
  const price = barsOf(series) ?? { range: null, volume: null };
  return replayPanes(value.columns, { guides: [{ y: 0, label: "0" }], series: earned }, price);
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
