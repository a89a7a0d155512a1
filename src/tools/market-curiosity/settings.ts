import * as v from "valibot";
import type { AlertLimits } from "../../../workers/curiosity/constants";

const limit = v.nullable(v.number());

/** Every input of the screen but the data; kept over a reload. An emptied threshold goes back to its default. */
export const curiositySettingsSchema = v.object({
  kind: v.picklist(["auto", "prices", "returns"]),
  /** Name of the column to analyze; null for the one the reader picked. */
  column: v.nullable(v.string()),
  /** Steps per year; null for the person's setting. */
  annualization: v.nullable(v.number()),
  /** Of the shuffles the order of the returns is held against. */
  seed: v.nullable(v.number()),
  /** Raised alerts go to the notification center. */
  notify: v.boolean(),
  /** In percent: volatility, entropy, switch, novelty, ties. */
  volatility: limit,
  trend: limit,
  entropy: limit,
  novelty: limit,
  switch: limit,
  discord: limit,
  jump: limit,
  ties: limit,
});

export type CuriositySettings = v.InferOutput<typeof curiositySettingsSchema>;

export const CURIOSITY_DEFAULTS: CuriositySettings = {
  kind: "auto",
  column: null,
  annualization: null,
  seed: 1,
  notify: true,
  volatility: 95,
  trend: 2,
  entropy: 5,
  novelty: 95,
  switch: 80,
  discord: 22,
  jump: 4,
  ties: 5,
};

type Threshold = keyof AlertLimits;

/** The thresholds as they are entered. */
export const THRESHOLDS: readonly { key: Threshold; label: string; unit: string; percent: boolean; max?: number }[] = [
  { key: "volatility", label: "Volatility above", unit: "% of its history", percent: true, max: 100 },
  { key: "trend", label: "Trend beyond ±", unit: "t", percent: false },
  { key: "entropy", label: "Entropy below", unit: "% of shuffles", percent: true, max: 100 },
  { key: "novelty", label: "Surprise above", unit: "% of its history", percent: true, max: 100 },
  { key: "switch", label: "Regime change above", unit: "%", percent: true, max: 100 },
  { key: "discord", label: "Odd shape within", unit: "steps", percent: false },
  { key: "jump", label: "Return beyond", unit: "σ", percent: false },
  { key: "ties", label: "Equal returns above", unit: "% of patterns", percent: true, max: 100 },
];

/** The thresholds as the job takes them. */
export const limitsOf = (settings: CuriositySettings): AlertLimits =>
  Object.fromEntries(
    THRESHOLDS.map(({ key, percent }) => [key, (settings[key] ?? CURIOSITY_DEFAULTS[key] ?? 0) / (percent ? 100 : 1)]),
  ) as Record<Threshold, number>;
