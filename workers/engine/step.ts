import { NO_NEWS } from "../news";
import { RULE_LIMITS } from "./constants";
import { deriveRegime } from "./regime";
import { firedClause, setQuantities, volatilityAdjustment, workingArray } from "./rules";
import type { RegimeLimits } from "./schema";
import { combinedScore, curiosityOf, marketScore } from "./score";
import type { MarketState, Regime } from "./types";

/** A regime's index is its code in columns. */
export const REGIME_CODES: readonly Regime[] = [
  "unknown",
  "trending_bullish",
  "trending_bearish",
  "volatile_uncertain",
  "ranging_consolidation",
  "normal",
];

/** Applies the rules step by step; reused for a whole series, so that a step allocates nothing. */
export class RuleSteps {
  /** At the last decided step. */
  combined = 0;
  buyLimit = 0;
  sellLimit = 0;
  regime: Regime = "unknown";
  private readonly work = workingArray();

  /** @param base limits of the combined score by regime */
  constructor(private readonly base: RegimeLimits = RULE_LIMITS) {}

  /** Index of the clause that decides, or -1 for Hold. Past news are unknown: their sentiment is neutral. */
  decide(state: MarketState): number {
    const { trend, momentum, volatility } = state;
    this.regime = deriveRegime(volatility, trend);
    const { buy, sell } = this.base[this.regime];
    const adjustment = volatilityAdjustment(volatility);
    this.combined = combinedScore(marketScore(state), NO_NEWS.score, curiosityOf(state), trend);
    this.buyLimit = buy + adjustment;
    this.sellLimit = sell - adjustment;
    setQuantities(this.work, trend, momentum, state.rsi / 100, NO_NEWS.score, this.combined, this.buyLimit, this.sellLimit);
    return firedClause(this.work);
  }
}
