import * as v from "valibot";
import { fitEntries, timingEntries } from "../../../workers/regimes/schema";
import { emptied, inPercent } from "../../../workers/runtime/schema";

const { horizon, seed } = fitEntries;
const { threshold, cost } = timingEntries;

/** Every input of the screen but the data; kept over a reload. */
export const markovSettingsSchema = v.object({
  states: v.picklist(["2", "3", "4"]),
  kind: v.picklist(["auto", "prices", "returns"]),
  /** Unit of returns that were given as returns. */
  returnUnit: v.picklist(["auto", "percent", "fraction"]),
  /** Name of the column of closes; null for the one that is called so. */
  column: v.nullable(v.string()),
  ...emptied({ horizon, seed }),
  /** Steps per year; null for the user's setting. */
  ...emptied({ annualization: fitEntries.annualization }),
  /** Per year, in percent; null for the user's setting. */
  riskFree: inPercent(fitEntries.riskFree),
  view: v.picklist(["filtered", "smoothed"]),
  /** What the timing's parameters are fitted to. */
  training: v.picklist(["half", "all"]),
  /** Probability of the worst regime from which the market is left, in percent. */
  threshold: inPercent(threshold),
  /** Cost per switch, in percent. */
  cost: inPercent(cost),
});

export type MarkovSettings = v.InferOutput<typeof markovSettingsSchema>;

export const MARKOV_DEFAULTS: MarkovSettings = {
  states: "2",
  kind: "auto",
  returnUnit: "auto",
  column: null,
  ...v.getDefaults(v.object({ horizon, seed })),
  annualization: null,
  riskFree: null,
  view: "filtered",
  training: "half",
  threshold: 100 * v.getDefault(threshold),
  cost: 0.1,
};

export const modelLabel = ({ states }: Pick<MarkovSettings, "states">): string => `${states} regimes`;
