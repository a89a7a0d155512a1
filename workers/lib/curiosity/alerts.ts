import type { Fraction } from "../../contract";
import type { PatternStrength, TrendPart, VolatilityPart } from "./components";
import { ALERT, MONTH, NOVELTY_WINDOW, SWITCH_WINDOW } from "./constants";

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
}

const percent = (value: number, digits = 0): string => `${(100 * value).toFixed(digits)} %`;

/** What stands out now, each with the limit it passed, and what is wrong with the data. */
export function curiosityAlerts({ volatility, trend, pattern, novelty, regimeSwitch, stepsSinceDiscord }: AlertInputs): string[] {
  const alerts: [boolean, string][] = [
    [
      volatility.recent > volatility.limit,
      `Volatility of ${percent(volatility.recent, 1)} a year over ${MONTH} days is above 95 % of its history (${percent(volatility.limit, 1)}).`,
    ],
    [
      Math.abs(trend.recentT) > ALERT.trend,
      `The ${trend.recentT > 0 ? "rise" : "fall"} over ${MONTH} days is strong for its noise: t = ${trend.recentT.toFixed(1)}, beyond ±${ALERT.trend}.`,
    ],
    [
      pattern.entropy < pattern.limit,
      `The order of the last ${pattern.returns} returns is not random: entropy ${pattern.entropy.toFixed(3)} is below 95 % of its shuffles (${pattern.limit.toFixed(3)}).`,
    ],
    [
      novelty !== null && novelty > ALERT.novelty,
      `The last ${NOVELTY_WINDOW} days surprise more than ${percent(novelty ?? 0)} of those before them (limit 95 %).`,
    ],
    [
      regimeSwitch !== null && regimeSwitch > ALERT.switch,
      `The market regime changed within ${SWITCH_WINDOW} days with probability ${percent(regimeSwitch ?? 0)} (limit 80 %).`,
    ],
    [
      stepsSinceDiscord !== null && stepsSinceDiscord < MONTH,
      `A ${MONTH}-day shape that resembles nothing else in the series ended ${stepsSinceDiscord} days ago.`,
    ],
    [
      pattern.ties > ALERT.ties,
      `${percent(pattern.ties)} of the last patterns hold equal returns (limit 5 %): a coarse tick or stale prices bend the complexity.`,
    ],
  ];
  return alerts.filter(([raised]) => raised).map(([, text]) => text);
}
