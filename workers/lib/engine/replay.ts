import type { Count } from "../../contract";
import { FALLBACK, RSI_NEUTRAL, RULE_THRESHOLDS, SEQUENCE_LENGTH } from "../constants";
import type { JobContext } from "../job";
import { fillSigns, takeSigns } from "./market-state";
import { CLAUSE_COUNT, clauseAction, firedClause, setQuantities, volatilityAdjustment, workingArray } from "./rules";
import { combinedScore, curiosityOf, marketScore } from "./score";
import { Tally, type TrackRecord } from "./tally";
import type { Action, MarketState } from "./types";

/**
 * What the rules would have said at every earlier step, each time from the points up to that step alone, and what followed.
 * The news of those days are not known, so their sentiment is neutral.
 */
export interface Replay {
  /** Steps the returns are over. */
  horizon: Count;
  /** Index of the first step replayed. */
  first: Count;
  decisions: Count;
  actions: { [action in Action]: TrackRecord };
  /** One per clause, in the order of the trace: how often it was the one that decided. */
  clauses: TrackRecord[];
  /** Holding the asset at every one of these steps. */
  benchmark: TrackRecord;
}

const HORIZON = 5;
/** Steps replayed at most, the newest ones: more would tell no more and take longer than the analysis itself. */
const MOST_STEPS = 1_000_000;
/** Steps between two looks at the cancel flag: about 5 ms of work. */
const STRETCH = 1 << 15;

/** Replays the engine over a series of at least 20 points. @param address the prices in the arena */
export function replay(
  context: JobContext,
  prices: Float64Array,
  address: number,
  rsi: Float64Array,
  volatility: Float64Array,
  onProgress: (fraction: number) => void,
): Replay {
  const clauses = Array.from({ length: CLAUSE_COUNT }, (_, clause) => new Tally(clauseAction(clause) === "Buy" ? 1 : -1, HORIZON));
  const actions = { Hold: new Tally(0, HORIZON), Buy: new Tally(1, HORIZON), Sell: new Tally(-1, HORIZON) };
  const benchmark = new Tally(1, HORIZON);
  const work = workingArray();
  const { arena } = context;
  const first = Math.max(SEQUENCE_LENGTH - 1, prices.length - MOST_STEPS);
  arena.scope(() => {
    const signs = takeSigns(context, STRETCH);
    const [trends, momenta, complexities] = [signs.trend, signs.momentum, signs.complexity].map((at) => arena.view(at, STRETCH));
    for (let from = first; from < prices.length; from += STRETCH) {
      context.checkpoint();
      onProgress((from - first) / (prices.length - first));
      const to = Math.min(from + STRETCH, prices.length);
      fillSigns(context, address, from, to, signs);
      const state: MarketState = { price: 0, trend: 0, momentum: 0, rsi: 0, volatility: 0, complexity: 0 };
      for (let t = from; t < to; t++) {
        state.price = prices[t];
        state.trend = trends[t - from];
        state.momentum = momenta[t - from];
        state.complexity = complexities[t - from];
        state.rsi = Number.isNaN(rsi[t]) ? RSI_NEUTRAL : rsi[t];
        state.volatility = Number.isNaN(volatility[t]) ? FALLBACK.volatility : volatility[t];
        setStep(work, state);
        const clause = firedClause(work);
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

function setStep(work: Float64Array, state: MarketState): void {
  const { trend, momentum } = state;
  const combined = combinedScore(marketScore(state), FALLBACK.newsScore, curiosityOf(state), trend);
  const adjustment = volatilityAdjustment(state.volatility);
  const { buy, sell } = RULE_THRESHOLDS;
  setQuantities(work, trend, momentum, state.rsi / 100, FALLBACK.newsScore, combined, buy + adjustment, sell - adjustment);
}
