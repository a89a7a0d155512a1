import * as v from "valibot";
import { averageEntries, engineEntries } from "../../../workers/engine/schema";
import { emptied, required } from "../../../workers/runtime/schema";

const { rsiPeriod, annualization } = engineEntries;

/** Inputs stored across a reload besides the two series. */
const stored = v.object({
  news: v.string(),
  /** Periods of the moving averages, null: by the number of prices; steps per year, null: the user's setting. */
  ...emptied({ ...averageEntries, annualization }),
  rsiPeriod: required(rsiPeriod),
  /** Seed of the generated prices in the box; null if they are not generated. */
  sampleSeed: v.nullable(v.number()),
  /** Set while the box mirrors the loaded CSV, so that its numbers count once. */
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
