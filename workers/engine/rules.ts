import { MAX_ADJUSTMENT, SIGNAL, VOLATILITY_ADJUSTMENT } from "./constants";
import { RULE_THRESHOLDS } from "./schema";
import type { Clause, Condition, Quantities, ScoreLimits, Trace } from "./types";

type Limit = number | "buyLimit" | "sellLimit";
type Test = readonly [Condition["quantity"], Condition["comparison"], Limit];

const rule = (action: "Buy" | "Sell", number: number, ...tests: readonly Test[]) => ({ action, number, tests });

/** The specification's rules: an action follows if all tests of any of its clauses are met; Buy is tried before Sell, otherwise Hold. */
const RULES = [
  rule("Buy", 1, ["trend", "above", 0], ["rsi", "below", SIGNAL.buyRsi], ["combined", "above", "buyLimit"]),
  rule("Buy", 2, ["trend", "above", 0], ["momentum", "above", 0], ["rsi", "below", SIGNAL.buyMomentumRsi]),
  rule("Buy", 3, ["rsi", "below", SIGNAL.oversoldRsi], ["sentiment", "above", SIGNAL.buySentiment]),
  rule("Sell", 1, ["trend", "below", 0], ["rsi", "above", SIGNAL.sellRsi], ["combined", "below", "sellLimit"]),
  rule("Sell", 2, ["trend", "below", 0], ["momentum", "below", 0], ["rsi", "above", SIGNAL.sellMomentumRsi]),
  rule("Sell", 3, ["rsi", "above", SIGNAL.overboughtRsi], ["sentiment", "below", SIGNAL.sellSentiment], ["trend", "below", 0]),
];

/** The clauses by action and number, in the order they are tried. */
export const CLAUSES: readonly Pick<Clause, "action" | "number">[] = RULES.map(({ action, number }) => ({ action, number }));
export const CLAUSE_COUNT = RULES.length;
export const clauseAction = (clause: number): "Buy" | "Sell" => RULES[clause].action;

/** How far the volatility widens both limits of the combined score: 0.05 times the volatility, at most 1. */
export const volatilityAdjustment = (volatility: number): number => Math.min(MAX_ADJUSTMENT, VOLATILITY_ADJUSTMENT * volatility);

/** Limits of the combined score at a volatility. @param base limits at zero volatility */
export function limitsAt(volatility: number, base: Readonly<ScoreLimits> = RULE_THRESHOLDS): Trace["limits"] {
  const adjustment = volatilityAdjustment(volatility);
  return { buy: base.buy + adjustment, sell: base.sell - adjustment, base: { ...base }, adjustment };
}

/** Order of the quantities in the rules' working array. */
const ORDER = ["trend", "momentum", "rsi", "sentiment", "combined", "buyLimit", "sellLimit"] as const;

/** The tests as numbers, for speed in a replay: index of the quantity, 1 for above or -1 for below, index of the limit. */
const THRESHOLDS: number[] = [];
const PROGRAM = RULES.map(({ tests }) =>
  Int32Array.from(
    tests.flatMap(([quantity, comparison, limit]) => [
      ORDER.indexOf(quantity),
      comparison === "above" ? 1 : -1,
      typeof limit === "number" ? ORDER.length + THRESHOLDS.push(limit) - 1 : ORDER.indexOf(limit),
    ]),
  ),
);

/** The array the rules work on: quantities in their order, then the fixed thresholds. */
export function workingArray(): Float64Array {
  return Float64Array.of(...ORDER.map(() => 0), ...THRESHOLDS);
}

/** Fills the working array; takes separate numbers to avoid an allocation at every step of a replay. */
export function setQuantities(
  work: Float64Array,
  trend: number,
  momentum: number,
  rsi: number,
  sentiment: number,
  combined: number,
  buyLimit: number,
  sellLimit: number,
): void {
  work[0] = trend;
  work[1] = momentum;
  work[2] = rsi;
  work[3] = sentiment;
  work[4] = combined;
  work[5] = buyLimit;
  work[6] = sellLimit;
}

const met = (work: Float64Array, program: Int32Array, at: number): boolean =>
  program[at + 1] > 0 ? work[program[at]] > work[program[at + 2]] : work[program[at]] < work[program[at + 2]];

/** Index of the first clause whose tests are all met, or -1 for Hold. */
export function firedClause(work: Float64Array): number {
  for (let clause = 0; clause < PROGRAM.length; clause++) {
    const program = PROGRAM[clause];
    let at = 0;
    while (at < program.length && met(work, program, at)) at += 3;
    if (at === program.length) return clause;
  }
  return -1;
}

/** Every clause with its values and thresholds, whether it is met, and whether it decided. */
export function traceRules(quantities: Quantities): Clause[] {
  const work = workingArray();
  ORDER.forEach((quantity, place) => {
    work[place] = quantities[quantity];
  });
  const fired = firedClause(work);
  return RULES.map(({ action, number, tests }, index) => {
    const conditions = tests.map(([quantity, comparison, limit], i): Condition => {
      const threshold = typeof limit === "number" ? limit : quantities[limit];
      return { quantity, comparison, value: quantities[quantity], threshold, met: met(work, PROGRAM[index], 3 * i) };
    });
    return { action, number, conditions, met: conditions.every((condition) => condition.met), fired: index === fired };
  });
}
