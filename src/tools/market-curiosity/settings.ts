import * as v from "valibot";
import { type AlertLimits, curiosityEntries, DEFAULT_LIMITS, limitEntries } from "../../../workers/curiosity/schema";
import { emptied, limitsOf as factsOf, inPercent, valuesOf } from "../../../workers/runtime/schema";
import { KINDS, UNITS } from "../../../workers/series/schema";

const { annualization, seed } = curiosityEntries;
const { volatility, trend, entropy, novelty, switch: change, discord, jump, ties } = limitEntries;

/** All inputs of the screen except the data; stored across a reload. An emptied threshold returns to its default. */
export const curiositySettingsSchema = v.object({
  kind: v.picklist(valuesOf(KINDS)),
  returnUnit: v.picklist(valuesOf(UNITS)),
  /** Name of the column to analyze; null for the one detected by the reader. */
  column: v.nullable(v.string()),
  /** Steps per year; null: the user's setting. */
  ...emptied({ annualization }),
  /** Seed of the shuffles that the order of the returns is compared with. */
  ...emptied({ seed }),
  /** Whether triggered alerts are added to the notification center. */
  notify: v.boolean(),
  ...emptied({ trend, discord, jump }),
  volatility: inPercent(volatility),
  entropy: inPercent(entropy),
  novelty: inPercent(novelty),
  switch: inPercent(change),
  ties: inPercent(ties),
});

export type CuriositySettings = v.InferOutput<typeof curiositySettingsSchema>;

type Threshold = keyof AlertLimits;
/** Whether a threshold is a fraction, entered as percent. */
const isShare = (key: Threshold) => factsOf(limitEntries[key]).unit === "%";

export const CURIOSITY_DEFAULTS: CuriositySettings = {
  kind: "auto",
  returnUnit: "auto",
  column: null,
  annualization: null,
  seed: v.getDefault(seed),
  notify: true,
  ...(Object.fromEntries(
    Object.entries(DEFAULT_LIMITS).map(([key, value]) => [key, isShare(key as Threshold) ? 100 * value : value]),
  ) as AlertLimits),
};

/** The thresholds in the order of the form, with their units. */
export const THRESHOLDS: readonly { key: Threshold; counts: string }[] = [
  { key: "volatility", counts: "% of history" },
  { key: "trend", counts: "t" },
  { key: "entropy", counts: "% of shuffles" },
  { key: "novelty", counts: "% of history" },
  { key: "switch", counts: "%" },
  { key: "discord", counts: "steps" },
  { key: "jump", counts: "σ" },
  { key: "ties", counts: "% of patterns" },
];

/** The thresholds as passed to the job. */
export const limitsOf = (settings: CuriositySettings): AlertLimits =>
  Object.fromEntries(
    THRESHOLDS.map(({ key }) => [key, (settings[key] ?? CURIOSITY_DEFAULTS[key] ?? 0) / (isShare(key) ? 100 : 1)]),
  ) as Record<Threshold, number>;
