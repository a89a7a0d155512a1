import * as v from "valibot";
import { fitEntries, TRAININGS, timingEntries } from "../../../workers/regimes/schema";
import { emptied, inPercent, valuesOf } from "../../../workers/runtime/schema";
import { KINDS, UNITS } from "../../../workers/series/schema";

const { horizon, seed } = fitEntries;
const { threshold, cost } = timingEntries;

/** All inputs of the screen except the data; stored across a reload. */
export const markovSettingsSchema = v.object({
  states: v.picklist(["2", "3", "4"]),
  kind: v.picklist(valuesOf(KINDS)),
  /** Unit of returns, if the input is returns. */
  returnUnit: v.picklist(valuesOf(UNITS)),
  /** Name of the column of closes; null for the column with that name. */
  column: v.nullable(v.string()),
  ...emptied({ horizon, seed }),
  /** Steps per year; null: the user's setting. */
  ...emptied({ annualization: fitEntries.annualization }),
  /** Per year, in percent; null: the user's setting. */
  riskFree: inPercent(fitEntries.riskFree),
  view: v.picklist(["filtered", "smoothed"]),
  /** Sample to which the timing's parameters are fitted. */
  training: v.picklist(valuesOf(TRAININGS)),
  /** Probability of the worst regime at which the market is exited, in percent. */
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
