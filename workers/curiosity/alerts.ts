import type { Count, Fraction } from "../contract";
import type { PatternStrength, TrendPart, VolatilityPart } from "./components";
import { MONTH, NOVELTY_WINDOW, SWITCH_WINDOW } from "./constants";
import { type AlertLimits, DEFAULT_LIMITS } from "./schema";

export interface AlertInputs {
  volatility: VolatilityPart;
  trend: TrendPart;
  pattern: PatternStrength;
  /** Percentile of the surprise of the last days. */
  novelty: Fraction | null;
  /** Probability of a change of regime within the last days. */
  regimeSwitch: Fraction | null;
  /** Steps since the last discord's window ended; null without one. */
  stepsSinceDiscord: number | null;
  /** Largest of the last 22 returns, in standard deviations of all. */
  jump?: number;
}

/** One rule of the alerts: what it looks at, where it stands, and the limit it is raised beyond. */
export interface AlertRule {
  key: "volatility" | "trend" | "entropy" | "novelty" | "switch" | "discord" | "jump" | "ties";
  label: string;
  /** Null where it could not be measured. */
  value: number | null;
  limit: number;
  unit: "fraction" | "t" | "entropy" | "steps" | "deviations";
  /** Whether values above or below the limit raise it. */
  raisedWhen: "above" | "below" | "beyond";
  raised: boolean;
  /** What the alert says. */
  text: string;
}

const percent = (value: number, digits = 0): string => `${(100 * value).toFixed(digits)} %`;
const share = (value: Fraction): string => `${Number((100 * value).toFixed(2))} %`;
const figure = (value: number): string => String(Number(value.toFixed(2)));

/** Every rule with its value and limit, raised or not. */
export function alertRules(inputs: AlertInputs, limits: AlertLimits = DEFAULT_LIMITS): AlertRule[] {
  const { volatility, trend, pattern, novelty, regimeSwitch, stepsSinceDiscord, jump = 0 } = inputs;
  const above = (value: number | null, limit: number) => ({ value, limit, raisedWhen: "above" as const, raised: (value ?? 0) > limit });
  return [
    {
      key: "volatility",
      label: `Volatility of ${MONTH} steps`,
      unit: "fraction",
      ...above(volatility.recent, volatility.limit),
      text: `Volatility of ${percent(volatility.recent, 1)} a year over ${MONTH} days is above ${share(limits.volatility)} of its history (${percent(volatility.limit, 1)}).`,
    },
    {
      key: "trend",
      label: `Trend of ${MONTH} steps`,
      unit: "t",
      value: trend.recentT,
      limit: limits.trend,
      raisedWhen: "beyond",
      raised: Math.abs(trend.recentT) > limits.trend,
      text: `The ${trend.recentT > 0 ? "rise" : "fall"} over ${MONTH} days is strong for its noise: t = ${trend.recentT.toFixed(1)}, beyond ±${figure(limits.trend)}.`,
    },
    {
      key: "entropy",
      label: "Order of the returns",
      unit: "entropy",
      value: pattern.entropy,
      limit: pattern.limit,
      raisedWhen: "below",
      raised: pattern.entropy < pattern.limit,
      text: `The order of the last ${pattern.returns} returns is not random: entropy ${pattern.entropy.toFixed(3)} is below ${share(1 - limits.entropy)} of its shuffles (${pattern.limit.toFixed(3)}).`,
    },
    {
      key: "novelty",
      label: `Surprise of ${NOVELTY_WINDOW} steps`,
      unit: "fraction",
      ...above(novelty, limits.novelty),
      text: `The last ${NOVELTY_WINDOW} days surprise more than ${percent(novelty ?? 0)} of those before them (limit ${share(limits.novelty)}).`,
    },
    {
      key: "switch",
      label: `Change of regime within ${SWITCH_WINDOW} steps`,
      unit: "fraction",
      ...above(regimeSwitch, limits.switch),
      text: `The market regime changed within ${SWITCH_WINDOW} days with probability ${percent(regimeSwitch ?? 0)} (limit ${share(limits.switch)}).`,
    },
    {
      key: "discord",
      label: "Steps since the newest odd shape",
      unit: "steps",
      value: stepsSinceDiscord,
      limit: limits.discord,
      raisedWhen: "below",
      raised: stepsSinceDiscord !== null && stepsSinceDiscord < limits.discord,
      text: `A ${MONTH}-day shape that resembles nothing else in the series ended ${stepsSinceDiscord} days ago.`,
    },
    {
      key: "jump",
      label: `Largest return of ${MONTH} steps`,
      unit: "deviations",
      ...above(jump, limits.jump),
      text: `A return of the last ${MONTH} days lies ${jump.toFixed(1)} standard deviations from the mean (limit ${figure(limits.jump)}).`,
    },
    {
      key: "ties",
      label: "Equal returns among the patterns",
      unit: "fraction",
      ...above(pattern.ties, limits.ties),
      text: `${percent(pattern.ties)} of the last patterns hold equal returns (limit ${share(limits.ties)}): a coarse tick or stale prices bend the complexity.`,
    },
  ];
}

/** What stands out now, each with the limit it passed, and what is wrong with the data. */
export const curiosityAlerts = (rules: readonly AlertRule[]): string[] => rules.filter(({ raised }) => raised).map(({ text }) => text);

/**
 * The largest of the last 22 returns against all.
 * @formula max |r[t] - mean| / standard deviation, over the last 22 returns; mean and deviation of all returns
 * @source own definition
 * @tolerance 1e-12 against the plain definition
 */
export function largestJump(
  recent: { minimum: number | null; maximum: number | null },
  whole: { count: Count; mean: number | null; deviation: number | null },
): number {
  if (!whole.deviation || recent.minimum === null || recent.maximum === null) return 0;
  const mean = whole.mean ?? 0;
  return Math.max(recent.maximum - mean, mean - recent.minimum) / whole.deviation;
}
