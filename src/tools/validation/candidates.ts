import { FACTOR_DEFAULTS, RULES_DEFAULT, STRATEGY_DEFAULTS, type StrategyType } from "../../../workers/backtest/schema";
import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";
import type { StrategyContent } from "../../state/strategy-body";
import { rulesOf } from "../../strategies/backtest-input";
import { familyOf, strategyLine } from "../../strategies/families";

export type CandidatesInput = JobInput<Jobs, "validate-candidates">;
export type Candidate = NonNullable<CandidatesInput["candidates"]>[number];
type Rules = Pick<StrategyContent, "type" | "parameters" | "behavioralFactors" | "rules">;

/** One of the four families with the specification's defaults. */
export const familyDefault = (type: StrategyType): StrategyContent => ({
  name: familyOf(type).label,
  description: "",
  type,
  parameters: STRATEGY_DEFAULTS,
  behavioralFactors: FACTOR_DEFAULTS,
});

const FACTORS = {
  "1": { lookback: [1], level: [1] },
  "9": { lookback: [0.5, 1, 2], level: [0.5, 1, 1.5] },
  "25": { lookback: [0.5, 0.75, 1, 1.5, 2], level: [0.5, 0.75, 1, 1.25, 1.5] },
} as const;
type Variations = keyof typeof FACTORS;

const MAX_LOOKBACK = 10_000;
const cleaned = (value: number) => Number(value.toPrecision(12));

/** A strategy with changed lookback and threshold (Smart Beta: target volatility); for block rules, which have neither, stop and target. */
function moved({ type, parameters, behavioralFactors, rules }: StrategyContent, lookbackBy: number, levelBy: number): Rules {
  if (type === "rules") {
    const share = (value: number, by: number) => Math.min(1, cleaned(value * by));
    const stops = { stopLoss: share(parameters.stopLoss, lookbackBy), takeProfit: share(parameters.takeProfit, levelBy) };
    return { type, behavioralFactors, parameters: { ...parameters, ...stops }, rules: rules ?? RULES_DEFAULT };
  }
  const lookback = Math.min(MAX_LOOKBACK, Math.max(1, Math.round(parameters.lookback * lookbackBy)));
  const level = (value: number) => cleaned(value * levelBy);
  return {
    type,
    behavioralFactors,
    parameters:
      type === "smart-beta"
        ? { ...parameters, lookback, targetVolatility: level(parameters.targetVolatility) }
        : { ...parameters, lookback, threshold: level(parameters.threshold), exitThreshold: level(parameters.exitThreshold) },
  };
}

/** Key of a set of rules, independent of where it is stored. */
export function rulesKey({ type, parameters, behavioralFactors, rules }: Candidate["strategy"]): string {
  const all = { ...STRATEGY_DEFAULTS, ...parameters };
  if (type === "rules") return JSON.stringify([type, rules ?? RULES_DEFAULT, all.stopLoss, all.takeProfit, all.trailingStop]);
  const weights = type === "behavioral" ? { ...FACTOR_DEFAULTS, ...behavioralFactors } : null;
  return JSON.stringify([
    type,
    all.lookback,
    type === "smart-beta" ? all.targetVolatility : [all.threshold, all.exitThreshold],
    all.stopLoss,
    all.takeProfit,
    all.trailingStop,
    weights && [weights.momentum, weights.meanReversion, weights.sentiment],
  ]);
}

/** "lookback 20, threshold 1.5": what distinguishes a strategy from others of its kind. */
export const parametersLine = ({ type, parameters }: Candidate["strategy"]): string => {
  const share = (value = 0) => `${cleaned(100 * value)}%`;
  if (type === "rules") return `stop loss ${share(parameters?.stopLoss)}, take profit ${share(parameters?.takeProfit)}`;
  return type === "smart-beta"
    ? `lookback ${parameters?.lookback}, target ${share(parameters?.targetVolatility)}`
    : `lookback ${parameters?.lookback}, threshold ${parameters?.threshold}`;
};

/** Name of a strategy; its family's if it has none. */
export const nameOf = ({ name, type }: StrategyContent): string => name || familyOf(type).label;

/** The tested strategy, as named on the screen. */
export const testedWords = (strategy: StrategyContent): string =>
  `The strategy tested: ${strategy.name ? `${strategy.name} (${strategyLine(strategy)})` : strategyLine(strategy)}`;

/** Every distinct combination of strategy and parameters; the tested one is first, unchanged. */
export function candidatesOf(
  strategies: readonly StrategyContent[],
  variations: Variations,
  tested: StrategyContent | null = null,
): Candidate[] {
  const { lookback, level } = FACTORS[variations];
  const found = new Map<string, Candidate>();
  const add = (name: string, strategy: Candidate["strategy"]) => {
    const key = rulesKey(strategy);
    if (!found.has(key)) found.set(key, { name, strategy });
  };
  if (tested) add(`The strategy tested: ${nameOf(tested)}`, rulesOf(tested));
  for (const content of tested ? [tested, ...strategies] : strategies) {
    for (const lookbackBy of lookback) {
      for (const levelBy of level) {
        const strategy = moved(content, lookbackBy, levelBy);
        add(variations === "1" ? nameOf(content) : `${nameOf(content)}, ${parametersLine(strategy)}`, strategy);
      }
    }
  }
  return [...found.values()];
}
