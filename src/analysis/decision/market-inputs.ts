import * as v from "valibot";
import { averageEntries, engineEntries } from "../../../workers/engine/schema";
import { emptied, required } from "../../../workers/runtime/schema";

const { rsiPeriod, annualization } = engineEntries;

/** What the screen keeps over a reload besides its two series. */
const stored = v.object({
  news: v.string(),
  /** Periods of the moving averages, null = chosen by the number of prices; steps per year, null = as the user's settings say. */
  ...emptied({ ...averageEntries, annualization }),
  rsiPeriod: required(rsiPeriod),
  /** Seed of the generated prices in the box; null when they are not generated. */
  sampleSeed: v.nullable(v.number()),
  /** Set while the box shows the numbers of the loaded CSV, so that they count once. */
  mirror: v.nullable(v.object({ hash: v.string(), text: v.string() })),
});

export const marketInputs = stored;
export type MarketInputs = v.InferOutput<typeof stored>;

export const MARKET_DEFAULTS: MarketInputs = {
  news: "",
  smaPeriod: null,
  emaPeriod: null,
  rsiPeriod: v.getDefault(rsiPeriod),
  annualization: null,
  sampleSeed: null,
  mirror: null,
};
