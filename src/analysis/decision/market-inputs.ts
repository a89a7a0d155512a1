import * as v from "valibot";

/** What the screen keeps over a reload besides its two series. */
const stored = v.object({
  news: v.string(),
  /** Steps of the moving averages; null = chosen by the number of prices. */
  smaPeriod: v.nullable(v.number()),
  emaPeriod: v.nullable(v.number()),
  rsiPeriod: v.number(),
  /** Steps per year; null = as the person's settings say. */
  annualization: v.nullable(v.number()),
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
  rsiPeriod: 14,
  annualization: null,
  sampleSeed: null,
  mirror: null,
};
