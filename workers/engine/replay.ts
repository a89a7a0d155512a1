import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import { type AccountColumns, RuleAccount } from "./account";
import { FALLBACK, RSI_NEUTRAL, RULE_LIMITS, SEQUENCE_LENGTH } from "./constants";
import { fillSigns, takeSigns } from "./market-state";
import { CLAUSE_COUNT, clauseAction } from "./rules";
import type { RegimeLimits } from "./schema";
import { REGIME_CODES, RuleSteps } from "./step";
import { Tally, type TrackRecord } from "./tally";
import type { Action, MarketState } from "./types";

/**
 * The rules' decision at every past step, each from the points up to that step alone, and its forward return. Past news are unknown, so their
 * sentiment is neutral.
 */
export interface Replay {
  /** Steps of the forward returns. */
  horizon: Count;
  /** Index of the first step replayed. */
  first: Count;
  decisions: Count;
  actions: { [action in Action]: TrackRecord };
  /** One per clause, in the order of the trace: the steps it decided. */
  clauses: TrackRecord[];
  /** Buying at every one of these steps. */
  benchmark: TrackRecord;
}

/** The decisions, and the account that follows them, as columns aligned with the prices; NaN before the first. */
export interface ReplayColumns extends AccountColumns {
  /** Index of the clause that decided, in the order of the trace; -1 for Hold. */
  clause: Float64Array;
  /** The price where the action changes to Buy, or to Sell. */
  buys: Float64Array;
  sells: Float64Array;
  combined: Float64Array;
  buyLimit: Float64Array;
  sellLimit: Float64Array;
  /** Indices into `REGIME_CODES`. */
  regime: Float64Array;
}

const DECIDED = ["clause", "buys", "sells", "combined", "buyLimit", "sellLimit", "regime"] as const;
const COLUMNS: readonly (keyof ReplayColumns)[] = [...DECIDED, "position", "entry", "profit", "held"];

/** The columns, filled with NaN. */
export const replayColumns = (column: () => Float64Array): ReplayColumns =>
  Object.fromEntries(COLUMNS.map((name) => [name, column().fill(Number.NaN)])) as unknown as ReplayColumns;

interface ReplayOptions {
  /** Limits of the combined score by regime; those of the rules by default. */
  base?: RegimeLimits;
  /** If given, receives every decision. */
  columns?: ReplayColumns;
  /** First step; by default that of the latest million. */
  first?: number;
}

const HORIZON = 5;
/** Maximum number of steps, the latest ones: more would add little and take longer than the analysis itself. */
const MAX_STEPS = 1_000_000;
/** First step of the replay of a series of this length. */
export const firstStep = (length: Count): number => Math.max(SEQUENCE_LENGTH - 1, length - MAX_STEPS);
/** Steps between cancellation checks: about 5 ms of work. */
const BLOCK = 1 << 15;

/** Replays the engine over a series of at least 20 points. @param address the prices in the arena */
export function replay(
  context: JobContext,
  prices: Float64Array,
  address: number,
  rsi: Float64Array,
  volatility: Float64Array,
  onProgress: (fraction: number) => void,
  { base = RULE_LIMITS, columns, first = firstStep(prices.length) }: ReplayOptions = {},
): Replay {
  const clauses = Array.from({ length: CLAUSE_COUNT }, (_, clause) => new Tally(clauseAction(clause) === "Buy" ? 1 : -1, HORIZON));
  const actions = { Hold: new Tally(0, HORIZON), Buy: new Tally(1, HORIZON), Sell: new Tally(-1, HORIZON) };
  const benchmark = new Tally(1, HORIZON);
  const rules = new RuleSteps(base);
  const account = new RuleAccount(prices[first]);
  const { arena } = context;
  arena.scope(() => {
    const signs = takeSigns(context, BLOCK);
    const [trends, momenta, complexities] = [signs.trend, signs.momentum, signs.complexity].map((at) => arena.view(at, BLOCK));
    for (let from = first; from < prices.length; from += BLOCK) {
      context.checkpoint();
      onProgress((from - first) / (prices.length - first));
      const to = Math.min(from + BLOCK, prices.length);
      fillSigns(context, address, from, to, signs);
      const state: MarketState = { price: 0, trend: 0, momentum: 0, rsi: 0, volatility: 0, complexity: 0 };
      for (let t = from; t < to; t++) {
        state.price = prices[t];
        state.trend = trends[t - from];
        state.momentum = momenta[t - from];
        state.complexity = complexities[t - from];
        state.rsi = Number.isNaN(rsi[t]) ? RSI_NEUTRAL : rsi[t];
        state.volatility = Number.isNaN(volatility[t]) ? FALLBACK.volatility : volatility[t];
        const clause = rules.decide(state);
        if (columns) {
          note(columns, t, state.price, clause, rules);
          account.follow(columns, t, state.price, clause);
        }
        const following = t + HORIZON < prices.length && prices[t] > 0 ? prices[t + HORIZON] / prices[t] - 1 : Number.NaN;
        if (clause >= 0) clauses[clause].add(t, following);
        actions[clause < 0 ? "Hold" : clauseAction(clause)].add(t, following);
        benchmark.add(t, following);
      }
    }
  });
  const whole = benchmark.record();
  return {
    horizon: HORIZON,
    first,
    decisions: whole.count,
    actions: { Hold: actions.Hold.record(), Buy: actions.Buy.record(), Sell: actions.Sell.record() },
    clauses: clauses.map((tally) => tally.record()),
    benchmark: whole,
  };
}

function note(
  columns: ReplayColumns,
  t: number,
  price: number,
  clause: number,
  { combined, buyLimit, sellLimit, regime }: RuleSteps,
): void {
  const before = t > 0 ? columns.clause[t - 1] : Number.NaN;
  const turnedTo = (action: Action) => clause >= 0 && clauseAction(clause) === action && !(before >= 0 && clauseAction(before) === action);
  columns.clause[t] = clause;
  if (turnedTo("Buy")) columns.buys[t] = price;
  if (turnedTo("Sell")) columns.sells[t] = price;
  columns.combined[t] = combined;
  columns.buyLimit[t] = buyLimit;
  columns.sellLimit[t] = sellLimit;
  columns.regime[t] = REGIME_CODES.indexOf(regime);
}
