import type { Fraction } from "../contract";
import { CURIOSITY_WEIGHTS, curiosityOf } from "../engine";
import { NOVELTY_WEIGHT } from "./constants";

interface CuriosityParts {
  volatility: Fraction;
  trend: Fraction;
  complexity: Fraction;
  /** Percentile of the surprise; null where it could not be measured. */
  novelty: Fraction | null;
}

export interface CuriosityScore {
  score: Fraction;
  /** Before the bonus for novelty. */
  base: Fraction;
  /** Each part's share of the score, adding up to 1; `importance_weight` is the novelty's weight, not a share. */
  importance: Record<"volatility" | "trend" | "complexity" | "novelty" | "importance_weight", number>;
}

/**
 * The curiosity score and its components.
 * @term Curiosity score
 * @formula base = clamp(0.4 volatility + 0.3 |trend| + 0.3 complexity); score = base + 0.2 max(0, 2 novelty - 1) (1 - base); importance = w[i] c[i] / score
 * @source product specification for the base; own definition of the novelty bonus
 * @tolerance exact
 */
export function curiosityScore({ volatility, trend, complexity, novelty }: CuriosityParts): CuriosityScore {
  const base = curiosityOf({ volatility, trend, complexity });
  const bonus = NOVELTY_WEIGHT * Math.max(0, 2 * (novelty ?? 0) - 1) * (1 - base);
  const contributions = {
    volatility: CURIOSITY_WEIGHTS.volatility * volatility,
    trend: CURIOSITY_WEIGHTS.trend * Math.abs(trend),
    complexity: CURIOSITY_WEIGHTS.complexity * complexity,
    novelty: bonus,
  };
  const total = Object.values(contributions).reduce((sum, value) => sum + value, 0);
  const share = (value: number) => (total > 0 ? value / total : 0);
  return {
    score: base + bonus,
    base,
    importance: {
      volatility: share(contributions.volatility),
      trend: share(contributions.trend),
      complexity: share(contributions.complexity),
      novelty: share(contributions.novelty),
      importance_weight: NOVELTY_WEIGHT,
    },
  };
}
