import type { Count, Fraction } from "../contract";
import { count, fixed, percent, plain, plural } from "../format";
import type { PatternStrength, TrendPart, VolatilityPart } from "./components";
import { MONTH, NOVELTY_WINDOW, SWITCH_WINDOW } from "./constants";
import { type AlertLimits, DEFAULT_LIMITS } from "./schema";

export interface AlertInputs {
  volatility: VolatilityPart;
  trend: TrendPart;
  pattern: PatternStrength;
  /** Percentile of the surprise of the last steps. */
  novelty: Fraction | null;
  /** Probability of a change of regime within the last steps. */
  regimeSwitch: Fraction | null;
  /** Steps since the last discord's window ended; null without one. */
  stepsSinceDiscord: number | null;
  /** Newest rows among which discords were sought, where those are not all. */
  newest?: Count | null;
  /** Largest of the last 22 returns, in standard deviations of all. */
  jump?: number;
  /** What a step of the data is called. */
  step?: string;
}

/** One alert rule: its quantity, current value, and limit. */
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

const share = (value: Fraction): string => percent(value, 2, 0);

/** Every rule with its value and limit, raised or not. */
export function alertRules(inputs: AlertInputs, limits: AlertLimits = DEFAULT_LIMITS): AlertRule[] {
  const { volatility, trend, pattern, novelty, regimeSwitch, stepsSinceDiscord, newest = null, jump = 0, step = "step" } = inputs;
  const sought = newest === null ? "" : ` of the latest ${count(newest)} rows`;
  const above = (value: number | null, limit: number) => ({ value, limit, raisedWhen: "above" as const, raised: (value ?? 0) > limit });
  return [
    {
      key: "volatility",
      label: `Volatility over ${MONTH} steps`,
      unit: "fraction",
      ...above(volatility.recent, volatility.limit),
      text: `Volatility of ${percent(volatility.recent, 1)} per year over ${MONTH} ${step}s is above ${share(limits.volatility)} of its history (${percent(volatility.limit, 1)}).`,
    },
    {
      key: "trend",
      label: `Trend over ${MONTH} steps`,
      unit: "t",
      value: trend.recentT,
      limit: limits.trend,
      raisedWhen: "beyond",
      raised: Math.abs(trend.recentT) > limits.trend,
      text: `The ${trend.recentT > 0 ? "rise" : "fall"} over ${MONTH} ${step}s is significant: t = ${fixed(trend.recentT, 1)}, beyond ±${plain(limits.trend, 2)}.`,
    },
    {
      key: "entropy",
      label: "Permutation entropy",
      unit: "entropy",
      value: pattern.entropy,
      limit: pattern.limit,
      raisedWhen: "below",
      raised: pattern.entropy < pattern.limit,
      text: `The order of the last ${pattern.returns} returns is not random: entropy ${fixed(pattern.entropy, 3)} is below ${share(1 - limits.entropy)} of its shuffled surrogates (${fixed(pattern.limit, 3)}).`,
    },
    {
      key: "novelty",
      label: `Surprise over ${NOVELTY_WINDOW} steps`,
      unit: "fraction",
      ...above(novelty, limits.novelty),
      text: `The last ${NOVELTY_WINDOW} ${step}s had a surprise above ${percent(novelty ?? 0, 0)} of the history before (limit ${share(limits.novelty)}).`,
    },
    {
      key: "switch",
      label: `Regime change within ${SWITCH_WINDOW} steps`,
      unit: "fraction",
      ...above(regimeSwitch, limits.switch),
      text: `The market regime changed within ${SWITCH_WINDOW} ${step}s with probability ${percent(regimeSwitch ?? 0, 0)} (limit ${share(limits.switch)}).`,
    },
    {
      key: "discord",
      label: `Steps since the latest discord${sought}`,
      unit: "steps",
      value: stepsSinceDiscord,
      limit: limits.discord,
      raisedWhen: "below",
      raised: stepsSinceDiscord !== null && stepsSinceDiscord < limits.discord,
      text: `A ${MONTH}-${step} discord, unlike any other window${sought || " of the series"}, ended ${plural(stepsSinceDiscord ?? 0, step)} ago.`,
    },
    {
      key: "jump",
      label: `Largest return over ${MONTH} steps`,
      unit: "deviations",
      ...above(jump, limits.jump),
      text: `A return of the last ${MONTH} ${step}s is ${fixed(jump, 1)} standard deviations from the mean (limit ${plain(limits.jump, 2)}).`,
    },
    {
      key: "ties",
      label: "Ties among ordinal patterns",
      unit: "fraction",
      ...above(pattern.ties, limits.ties),
      text: `${percent(pattern.ties, 0)} of the last ordinal patterns contain ties (limit ${share(limits.ties)}): a coarse tick size or stale prices bias the complexity.`,
    },
  ];
}

/** Current alerts, each with the limit exceeded, and data problems. */
export const curiosityAlerts = (rules: readonly AlertRule[]): string[] => rules.filter(({ raised }) => raised).map(({ text }) => text);

/**
 * Largest of the last 22 returns, in standard deviations of all returns.
 * @formula max |r[t] - mean| / standard deviation, over the last 22 returns; mean and deviation of all returns
 * @source own definition
 * @tolerance plain definition, 1e-12
 */
export function largestJump(
  recent: { minimum: number | null; maximum: number | null },
  whole: { count: Count; mean: number | null; deviation: number | null },
): number {
  if (!whole.deviation || recent.minimum === null || recent.maximum === null) return 0;
  const mean = whole.mean ?? 0;
  return Math.max(recent.maximum - mean, mean - recent.minimum) / whole.deviation;
}
