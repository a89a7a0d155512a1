import type { VolatilityLikelihood } from "./volatility-likelihood";

/** Points to begin from, the most likely first; those that define no likelihood are left out. */
export function rankStarts(likelihood: VolatilityLikelihood, candidates: Float64Array[]): Float64Array[] {
  return candidates
    .map((theta) => ({ theta, value: likelihood.forward(theta) }))
    .filter(({ value }) => Number.isFinite(value))
    .sort((a, b) => b.value - a.value)
    .map(({ theta }) => theta);
}
