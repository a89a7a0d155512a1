import { DISTRIBUTION_NAMES, PRE_SAMPLE_NAMES, VARIANCE_NAMES } from "../../../workers/volatility/schema";
import { worded } from "./worded";

const AUTO = "Auto-detect";

/** Labels of options that differ from their value, by setting. */
const NAMES = new Map<string, ReadonlyMap<unknown, string>>([
  ["distribution", new Map(Object.entries(DISTRIBUTION_NAMES))],
  ["variance", new Map(Object.entries(VARIANCE_NAMES))],
  ["preSample", new Map(Object.entries(PRE_SAMPLE_NAMES))],
  ["kind", new Map([["auto", AUTO]])],
  ["returnUnit", new Map([["auto", AUTO]])],
  ["beat", new Map([["hold", "Buy and hold"]])],
]);
/** Settings with predefined text values. Any other text is the user's: a column, a name, a formula. */
const CHOICES: ReadonlySet<string> = new Set(
  (
    "allocation beat covariance direction frequency kind lagRule linkage mean method objective refitScheme returnUnit scheme search searchErrors " +
    "timeframe training trigger type"
  ).split(" "),
);
const A_WORD = /^[a-z][a-z-]*[a-z]$/i;

/** An option by its label on the screen; any other value unchanged. */
export function settingValue(key: string, value: unknown): unknown {
  const known = NAMES.get(key)?.get(value);
  if (known !== undefined) return known;
  return CHOICES.has(key) && typeof value === "string" && A_WORD.test(value) ? worded(value) : value;
}

/** Text for a value without a label: null is auto-detected, a switch is on or off; others unchanged. */
export const unnamedValue = (value: unknown): unknown =>
  value === null ? "automatic" : typeof value === "boolean" ? (value ? "yes" : "no") : value;
