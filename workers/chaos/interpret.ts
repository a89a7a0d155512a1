import { fixed, pEquals, percent } from "../format";
import type { VarianceRatio, VolatilityClustering } from "../structure";
import type { FitRegion, FittedSlope } from "./fit-region";
import type { LossAsymmetry } from "./loss-asymmetry";

/** Meaning of the divergence curve, judged against surrogates: the sign of the slope alone says nothing. */
export type ChaosVerdict = "no-evidence" | "faster-than-surrogates" | "contracting";

/** Two-sided 5% critical value of the normal distribution. */
const SIGNIFICANT = 1.96;
const LEVEL = 0.05;

/**
 * Verdict on a slope: "contracting" if neighbors never separate, or converge as hardly any surrogate does; "faster-than-surrogates" if
 * hardly any surrogate diverges as fast; anything else is consistent with noise.
 * @param p share of surrogates that diverge at least as fast, `pSlower` of those that diverge at most as fast
 */
export function verdictOf(fit: FittedSlope | null, p: number, pSlower: number): ChaosVerdict {
  if (fit === null) return "contracting";
  if (fit.error !== null && fit.slope + SIGNIFICANT * fit.error < 0 && pSlower <= LEVEL) return "contracting";
  return p <= LEVEL && fit.slope > 0 ? "faster-than-surrogates" : "no-evidence";
}

export interface Finding {
  verdict: ChaosVerdict;
  fit: FittedSlope | null;
  region: FitRegion;
  p: number;
  surrogates: number;
  method: "iaaft" | "shuffle";
}

/** The sentences below the exponent. */
export function interpretationOf({ verdict, fit, region, p, surrogates, method }: Finding): string {
  const against = `${surrogates} ${method === "iaaft" ? "IAAFT surrogates" : "shuffled surrogates"}`;
  if (verdict === "contracting") {
    const seen = fit === null ? "states that were once equal stay equal: the series repeats itself" : "nearby states converge";
    return `Contracting: ${seen}. Perturbations decay; there is no chaos.`;
  }
  const line = region.origin === "default" ? " The curve has no linear region, so the slope is not strictly an exponent." : "";
  if (verdict === "faster-than-surrogates") {
    const caution = method === "iaaft" ? "linear dynamics" : "independent values";
    return `Divergence faster than surrogates (${pEquals(p)}, ${against}): more than ${caution} can explain. Chaos is one explanation; changing volatility is another.${line}`;
  }
  const sign =
    fit !== null && fit.slope > 0
      ? "noise of this length gives the same positive slope"
      : "the slope does not exceed that of noise of this length";
  return `No evidence of deterministic chaos (${pEquals(p)}, ${against}): ${sign}.${line}`;
}

/**
 * Steps until a small difference has grown by a factor of e; null unless the divergence exceeds that of the surrogates along a linear part.
 */
export function predictionHorizon({ verdict, fit, region }: Finding): number | null {
  return verdict === "faster-than-surrogates" && region.origin !== "default" && fit !== null && fit.slope > 0 ? 1 / fit.slope : null;
}

export interface Measured {
  horizon: number | null;
  varianceRatios: readonly VarianceRatio[];
  clustering: VolatilityClustering | null;
  asymmetry: LossAsymmetry | null;
}

/** Suggestions, each based on a statistic that is significant at 5% and quoting it; none if nothing is significant. */
export function tradingSuggestions({ horizon, varianceRatios, clustering, asymmetry }: Measured): string[] {
  const suggestions: string[] = [];
  const strongest = varianceRatios.reduce<VarianceRatio | null>(
    (most, one) => (most && Math.abs(most.z) >= Math.abs(one.z) ? most : one),
    null,
  );
  if (strongest && Math.abs(strongest.z) > SIGNIFICANT) {
    const { q, ratio, z } = strongest;
    const [kind, advice] =
      ratio < 1
        ? ["reversal", "rules that fade moves of this length were favored"]
        : ["continuation", "rules that follow moves of this length were favored"];
    suggestions.push(
      `Short-horizon ${kind} in this sample: variance ratio ${fixed(ratio, 3)} over ${q} steps, z = ${fixed(z, 2)}; ${advice}.`,
    );
  }
  if (clustering && clustering.mcLeodLi.p < LEVEL) {
    suggestions.push(
      `Volatility clusters: mean autocorrelation of |r| ${fixed(clustering.value, 2)}, McLeod–Li ${pEquals(clustering.mcLeodLi.p)}; size positions by current volatility.`,
    );
  }
  if (asymmetry?.t != null && Math.abs(asymmetry.t) > SIGNIFICANT) {
    const { ratio, t, size } = asymmetry;
    const what = size === "range" ? "Ranges" : "Moves";
    suggestions.push(
      ratio > 1
        ? `${what} after losses are ${percent(ratio - 1, 0)} larger than after gains, t = ${fixed(t, 2)}; widen stops, or reduce size, after a loss.`
        : `${what} after gains are ${percent(1 / ratio - 1, 0)} larger than after losses, t = ${fixed(-t, 2)}; expect larger swings after a gain.`,
    );
  }
  if (horizon !== null) {
    suggestions.push(`Perturbations grow e-fold in ${fixed(horizon, 1)} steps: forecasts much further ahead carry no information.`);
  }
  return suggestions;
}
