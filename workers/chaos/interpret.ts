import type { VarianceRatio, VolatilityClustering } from "../structure";
import type { FitRegion, FittedSlope } from "./fit-region";
import type { LossAsymmetry } from "./loss-asymmetry";

/** What the divergence curve means, judged against surrogates: the sign of the slope alone says nothing. */
export type ChaosVerdict = "no-evidence" | "faster-than-surrogates" | "contracting";

/** Two-sided 5 % of the normal distribution. */
const SIGNIFICANT = 1.96;
const LEVEL = 0.05;

const probability = (p: number) => (p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`);

/**
 * Verdict on a slope. "contracting" where neighbors never part, or close in on each other as hardly a surrogate does;
 * "faster-than-surrogates" where hardly a surrogate diverges as fast; everything else is what noise does.
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

/** The sentences under the exponent. */
export function interpretationOf({ verdict, fit, region, p, surrogates, method }: Finding): string {
  const against = `${surrogates} ${method === "iaaft" ? "surrogates with the same values and spectrum" : "shuffles of the series"}`;
  if (verdict === "contracting") {
    const seen = fit === null ? "states that were once equal stay equal: the series repeats itself" : "states that were close come closer";
    return `Contracting: ${seen}. Small differences die out; there is no chaos.`;
  }
  const line = region.origin === "default" ? " The curve has no straight part, so the slope is no exponent in the strict sense." : "";
  if (verdict === "faster-than-surrogates") {
    const caution = method === "iaaft" ? "linear dynamics" : "independent values";
    return `Divergence faster than surrogates (${probability(p)}, ${against}): more than ${caution} can explain. Chaos is one reason; changing volatility is another.${line}`;
  }
  const sign =
    fit !== null && fit.slope > 0
      ? "the positive slope is what noise of this length produces"
      : "the slope is not above what noise of this length produces";
  return `No evidence of deterministic chaos (${probability(p)}, ${against}): ${sign}.${line}`;
}

/** Steps until a small difference has grown e-fold; null unless the divergence stands out from the surrogates along a straight part. */
export function predictionHorizon({ verdict, fit, region }: Finding): number | null {
  return verdict === "faster-than-surrogates" && region.origin !== "default" && fit !== null && fit.slope > 0 ? 1 / fit.slope : null;
}

export interface Measured {
  horizon: number | null;
  varianceRatios: readonly VarianceRatio[];
  clustering: VolatilityClustering | null;
  asymmetry: LossAsymmetry | null;
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

/** Suggestions, each from a statistic that is significant at 5 %, with the statistic; none where nothing is. */
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
        ? ["reversal", "rules that trade against moves of this length had the data on their side"]
        : ["continuation", "rules that follow moves of this length had the data on their side"];
    suggestions.push(
      `Short-horizon ${kind} in this sample: variance ratio ${ratio.toFixed(3)} over ${q} steps, z = ${z.toFixed(2)}; ${advice}.`,
    );
  }
  if (clustering && clustering.mcLeodLi.p < LEVEL) {
    suggestions.push(
      `Volatility comes in clusters: mean autocorrelation of |r| ${clustering.value.toFixed(2)}, McLeod–Li ${probability(clustering.mcLeodLi.p)}; size positions by current volatility.`,
    );
  }
  if (asymmetry?.t != null && Math.abs(asymmetry.t) > SIGNIFICANT) {
    const { ratio, t, size } = asymmetry;
    const what = size === "range" ? "Ranges" : "Moves";
    suggestions.push(
      ratio > 1
        ? `${what} after losses are ${percent(ratio - 1)} larger than after gains, t = ${t.toFixed(2)}; leave stops more room, or hold less, after a loss.`
        : `${what} after gains are ${percent(1 / ratio - 1)} larger than after losses, t = ${(-t).toFixed(2)}; expect larger swings after a gain.`,
    );
  }
  if (horizon !== null) {
    suggestions.push(`Small differences grow e-fold in ${horizon.toFixed(1)} steps: expect nothing of forecasts much farther ahead.`);
  }
  return suggestions;
}
