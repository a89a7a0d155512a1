import type { Jobs } from "../../../workers/jobs";
import type { MarketSeries } from "../../analysis/decision/use-market-data.ts";
import type { JobInput } from "../../client/pool";
import { recordRun } from "../../state/runs";
import { limitInputs } from "./limits.ts";
import type { ReplayRun } from "./use-replay.ts";

interface Asked {
  input: JobInput<Jobs, "replay-market">;
  series: MarketSeries;
  text: string;
  startedAt: number;
}

/** Writes a replay into the list of runs; nobody waits for it. */
export function recordReplay({ value, settings, at }: ReplayRun, { input, series, text, startedAt }: Asked): Promise<void> {
  const { Buy, Sell, Hold } = value.actions;
  const { rsiPeriod, annualization, limits } = settings;
  return recordRun({
    screen: "/quant-edge-ai",
    title: `Replay: ${value.decisions.toLocaleString("en")} decisions`,
    job: "replay-market",
    input,
    data: { data: { series: series.typed, text }, csv: { series: series.csv, text: "" } },
    outcome: { ok: true, value },
    figures: [
      { label: "Buy", value: Buy.count, unit: "" },
      { label: "Sell", value: Sell.count, unit: "" },
      { label: "Hold", value: Hold.count, unit: "" },
      { label: "Hit rate of Buy", value: Buy.hitRate, unit: "fraction" },
      { label: "Hit rate of Sell", value: Sell.hitRate, unit: "fraction" },
    ],
    startedAt,
    millis: at - startedAt,
    settings: { rsiPeriod, annualization, ...limitInputs(limits) },
  });
}
