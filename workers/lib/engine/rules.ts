import { LARGEST_ADJUSTMENT, RULE_THRESHOLDS, SIGNAL, VOLATILITY_ADJUSTMENT } from "../constants";
import type { Clause, Condition, Quantities } from "./types";

type Limit = number | "buyLimit" | "sellLimit";
type Test = readonly [Condition["quantity"], Condition["comparison"], Limit];

/** The specification's rules: an action follows when any of its clauses has all tests met; Buy is tried before Sell, the rest is Hold. */
const RULES: readonly { action: "Buy" | "Sell"; number: number; tests: readonly Test[] }[] = [
  {
    action: "Buy",
    number: 1,
    tests: [
      ["trend", "above", 0],
      ["rsi", "below", SIGNAL.buyRsi],
      ["combined", "above", "buyLimit"],
    ],
  },
  {
    action: "Buy",
    number: 2,
    tests: [
      ["trend", "above", 0],
      ["momentum", "above", 0],
      ["rsi", "below", SIGNAL.buyMomentumRsi],
    ],
  },
  {
    action: "Buy",
    number: 3,
    tests: [
      ["rsi", "below", SIGNAL.oversoldRsi],
      ["sentiment", "above", SIGNAL.buySentiment],
    ],
  },
  {
    action: "Sell",
    number: 1,
    tests: [
      ["trend", "below", 0],
      ["rsi", "above", SIGNAL.sellRsi],
      ["combined", "below", "sellLimit"],
    ],
  },
  {
    action: "Sell",
    number: 2,
    tests: [
      ["trend", "below", 0],
      ["momentum", "below", 0],
      ["rsi", "above", SIGNAL.sellMomentumRsi],
    ],
  },
  {
    action: "Sell",
    number: 3,
    tests: [
      ["rsi", "above", SIGNAL.overboughtRsi],
      ["sentiment", "below", SIGNAL.sellSentiment],
      ["trend", "below", 0],
    ],
  },
];

export const CLAUSE_COUNT = RULES.length;
export const clauseAction = (clause: number): "Buy" | "Sell" => RULES[clause].action;

/** How far the volatility moves both limits of the combined score outwards: 0.05 times the volatility, at most 1. */
export const volatilityAdjustment = (volatility: number): number => Math.min(LARGEST_ADJUSTMENT, VOLATILITY_ADJUSTMENT * volatility);

/** Limits of the combined score at a volatility; `base` may be the regime's own. */
export function limitsAt(volatility: number, base: { buy: number; sell: number } = RULE_THRESHOLDS) {
  const adjustment = volatilityAdjustment(volatility);
  return { buy: base.buy + adjustment, sell: base.sell - adjustment, adjustment };
}

function met([quantity, comparison, limit]: Test, quantities: Quantities): boolean {
  const threshold = typeof limit === "number" ? limit : quantities[limit];
  return comparison === "above" ? quantities[quantity] > threshold : quantities[quantity] < threshold;
}

/** Index of the first clause whose tests are all met, or -1 for Hold. */
export function firedClause(quantities: Quantities): number {
  for (let clause = 0; clause < RULES.length; clause++) {
    const { tests } = RULES[clause];
    let all = true;
    for (let i = 0; all && i < tests.length; i++) all = met(tests[i], quantities);
    if (all) return clause;
  }
  return -1;
}

/** Every clause with its values and thresholds, whether met, and which one decided. */
export function traceRules(quantities: Quantities): Clause[] {
  const fired = firedClause(quantities);
  return RULES.map(({ action, number, tests }, index) => {
    const conditions = tests.map((test): Condition => {
      const [quantity, comparison, limit] = test;
      const threshold = typeof limit === "number" ? limit : quantities[limit];
      return { quantity, comparison, value: quantities[quantity], threshold, met: met(test, quantities) };
    });
    return { action, number, conditions, met: conditions.every((condition) => condition.met), fired: index === fired };
  });
}
