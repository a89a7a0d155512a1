import type { Series } from "../../../workers/contract";
import type { MarketSeries } from "../../analysis/decision/use-market-data.ts";
import { screenRecord } from "../../analysis/record";
import type { Finished } from "../../analysis/use-analysis";
import { count } from "../../lib/format.ts";
import type { engineSettings } from "./engine-data.ts";
import { limitInputs } from "./limits.ts";
import type { ReplayRun } from "./replay/replay-run.ts";

/** A decision for every column of a table. */
export type BatchRun = Finished<
  "decide-columns",
  {
    /** The table. */
    of: Series;
    series: MarketSeries;
    text: string;
    news: string;
    settings: ReturnType<typeof engineSettings>;
  }
>;

const screen = screenRecord<{ rsiPeriod: number; news?: string }>("/quant-edge-ai", ["news"]);

const dataOf = ({ series, text }: { series: MarketSeries; text: string }) => ({
  data: { series: series.typed, text },
  csv: { series: series.csv, text: "" },
});

const linked = ({ rsiPeriod, annualization, limits }: ReturnType<typeof engineSettings>) => ({
  rsiPeriod,
  annualization,
  ...limitInputs(limits),
});

export function recordBatch(run: BatchRun): Promise<void> {
  const { value, settings, news } = run;
  const number = (action: string) => value.filter(({ result }) => result?.action === action).length;
  return screen.record(
    { ...run, settings: { ...linked(settings), news } },
    {
      title: `Batch: ${value.length} columns`,
      data: dataOf(run),
      figures: ["Buy", "Sell", "Hold"].map((action) => ({ label: action, value: number(action), unit: "" })),
    },
  );
}

export function recordReplay(run: ReplayRun): Promise<void> {
  const { actions, decisions } = run.value;
  const { Buy, Sell, Hold } = actions;
  return screen.record(
    { ...run, settings: linked(run.settings) },
    {
      title: `Replay: ${count(decisions)} decisions`,
      data: dataOf(run),
      figures: [
        { label: "Buy", value: Buy.count, unit: "" },
        { label: "Sell", value: Sell.count, unit: "" },
        { label: "Hold", value: Hold.count, unit: "" },
        { label: "Hit rate of Buy", value: Buy.hitRate, unit: "fraction" },
        { label: "Hit rate of Sell", value: Sell.hitRate, unit: "fraction" },
      ],
    },
  );
}
