import * as v from "valibot";

const number = v.nullable(v.number());

/** Every input of the screen but the data; kept over a reload. */
export const markovSettingsSchema = v.object({
  states: v.picklist(["2", "3", "4"]),
  kind: v.picklist(["auto", "prices", "returns"]),
  /** Unit of returns that were given as returns. */
  returnUnit: v.picklist(["percent", "fraction"]),
  /** Name of the column of closes; null for the one that is called so. */
  column: v.nullable(v.string()),
  horizon: number,
  seed: number,
  /** Steps per year; null for the person's setting. */
  annualization: number,
  /** Per year, in percent; null for the person's setting. */
  riskFree: number,
  view: v.picklist(["filtered", "smoothed"]),
  /** What the timing's parameters are fitted to. */
  training: v.picklist(["half", "all"]),
  /** Probability of the worst regime from which the market is left, in percent. */
  threshold: number,
  /** Cost of a change, in percent. */
  cost: number,
});

export type MarkovSettings = v.InferOutput<typeof markovSettingsSchema>;

export const MARKOV_DEFAULTS: MarkovSettings = {
  states: "2",
  kind: "auto",
  returnUnit: "percent",
  column: null,
  horizon: 20,
  seed: 1,
  annualization: null,
  riskFree: null,
  view: "filtered",
  training: "half",
  threshold: 50,
  cost: 0.1,
};

export const modelLabel = ({ states }: Pick<MarkovSettings, "states">): string => `${states} regimes`;
