import { DISTRIBUTION_NAMES, VARIANCE_NAMES } from "../../../workers/volatility/schema";
import { CHOICE_LABELS } from "../../analysis/setting-words/choice-labels";

/** Labels of settings whose schema has none. */
const LABELS: Record<string, string> = {
  behavioralAdjustment: "Behavioral adjustment",
  beat: "Benchmark",
  closeAtEnd: "Close positions at the end",
  compare: "Compare numbers of regimes",
  count: "Surrogates",
  method: "Method",
  targeting: "Variance targeting",
  tradeOnClose: "Trade on the close",
  type: "Strategy",
  unit: "Unit of returns",
  variance: "Variance model",
  wholeUnits: "Whole units only",
};

/** Labels of options that differ from their value. */
const CHOICES: Record<string, string> = {
  ...DISTRIBUTION_NAMES,
  ...VARIANCE_NAMES,
  ar: "Autoregressive",
  auto: "Auto-detect",
  calmar: "Calmar ratio",
  "cornish-fisher": "Cornish-Fisher",
  ewma75: "EWMA of 75 values",
  hold: "Buy and hold",
  iaaft: "IAAFT",
  "long-only": "Long only",
  "monte-carlo": "Monte Carlo",
  sample: "Sample variance",
};

const spelled = (name: string) => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const labelOf = (name: string): string => LABELS[name] ?? CHOICE_LABELS.get(name) ?? spelled(name);
export const choiceOf = (value: string): string => CHOICES[value] ?? spelled(value);
