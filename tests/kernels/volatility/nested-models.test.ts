import { describe, expect, it } from "vitest";
import { fitModel } from "../../../workers/volatility/fit";
import type { GarchFit, ModelAsk } from "../../../workers/volatility/garch-model";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf, toldOutcome } from "../../fixtures/failure-text";
import { ALL } from "../../fixtures/in-all";
import { testContext } from "../context";

/** Seeded standard normal draws: Box-Muller on a linear congruential generator. */
function normals(length: number, seed: number): number[] {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 4_294_967_296;
  };
  return Array.from({ length }, () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()));
}

/** Hard cases that a search from the usual starting values may miss. In percent, like daily returns. */
const SERIES: Record<string, Float64Array> = {};
for (const seed of ALL ? [2, 3, 4] : [2]) {
  const noise = Float64Array.from(normals(600, seed));
  if (ALL) SERIES[`noise ${seed}`] = noise;
  const outliers = noise.slice();
  for (const [index, value] of [
    [97, 18],
    [301, -25],
    [455, 21],
  ]) {
    outliers[index] = value * (1 + seed / 10);
  }
  SERIES[`noise ${seed} with three outliers`] = outliers;
}
const calm = Float64Array.from(normals(600, 2));
if (ALL) SERIES["noise with three outliers in a row"] = calm.map((value, i) => (i >= 300 && i < 303 ? 20 * (i % 2 ? 1 : -1) : value));
if (ALL) SERIES["noise three times as wide at the end"] = calm.map((value, i) => (i >= 400 ? 3 * value : value));

/** Smaller differences are those of two ascents to the same maximum at a kink, like a GED's. */
const TOLERANCE = 1e-4;
/** A GARCH starts from one pre-sample variance, a FIGARCH from a thousand squared shocks: their log-likelihoods differ by this much. */
const PRE_SAMPLE = 0.3;

/** The searches of a FIGARCH with the errors of a GED, which has a kink, take half of all the time: the other errors stand for it. */
const isLongest = (variance: string, distribution: string): boolean => !ALL && variance === "figarch" && distribution === "ged";

const askOf = (model: Partial<ModelAsk>): ModelAsk => ({
  variance: "garch",
  p: 1,
  q: 1,
  distribution: "normal",
  preSample: "sample",
  ...model,
});

async function fitted(returns: Float64Array, model: Partial<ModelAsk>): Promise<GarchFit> {
  return resultOf(await fitModel(await testContext(), returns, askOf(model), DEFAULT_FIT_OPTIONS));
}

/** Log-likelihood of i.i.d. normal returns. */
function constantVariance(returns: Float64Array): number {
  const n = returns.length;
  const mean = returns.reduce((sum, value) => sum + value, 0) / n;
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n;
  return (-n / 2) * (Math.log(2 * Math.PI * variance) + 1);
}

describe("a fit is never less likely than a special case of its model", () => {
  for (const [name, returns] of Object.entries(SERIES)) {
    // Not of Student's t, whose degrees of freedom end at 500: a normal density is no special case of it.
    for (const distribution of ["normal", "ged"] as const) {
      for (const variance of ["garch", "gjr", "egarch", "aparch", "figarch", "har"] as const) {
        if (isLongest(variance, distribution)) continue;
        it(`constant variance: ${variance}, ${distribution}, ${name}`, async () => {
          const { logLikelihood } = await fitted(returns, { variance, distribution });
          expect(logLikelihood).toBeGreaterThanOrEqual(constantVariance(returns) - TOLERANCE);
        });
      }
    }
    for (const distribution of ["normal", "t", "ged", "skewt"] as const) {
      it(`GARCH(1,1) with zero mean, or without asymmetry or extra lags: ${distribution}, ${name}`, async () => {
        const { logLikelihood } = await fitted(returns, { distribution });
        const least = logLikelihood - TOLERANCE;
        expect((await fitted(returns, { distribution, variance: "gjr" })).logLikelihood).toBeGreaterThanOrEqual(least);
        expect((await fitted(returns, { distribution, p: 2 })).logLikelihood).toBeGreaterThanOrEqual(least);
        expect((await fitted(returns, { distribution, q: 2 })).logLikelihood).toBeGreaterThanOrEqual(least);
        const zero = await fitted(returns, { distribution, mean: "zero" });
        expect(logLikelihood).toBeGreaterThanOrEqual(zero.logLikelihood - TOLERANCE);
      });

      if (isLongest("figarch", distribution)) continue;
      it(`GARCH(1,1) with a persistence up to one half, a FIGARCH without long memory: ${distribution}, ${name}`, async () => {
        const { logLikelihood, persistence } = await fitted(returns, { distribution });
        const long = await fitted(returns, { distribution, variance: "figarch" });
        const least = persistence <= 0.5 ? logLikelihood - PRE_SAMPLE : constantVariance(returns) - PRE_SAMPLE;
        expect(long.logLikelihood).toBeGreaterThanOrEqual(least);
      });
    }
  }
});

describe("returns that are exactly zero", () => {
  const noise = normals(1000, 7);
  const withZeros = (fraction: number) =>
    Float64Array.from(noise, (value, i) => (Math.abs((i * 0.618_033_988_75) % 1) < fraction ? 0 : value));

  for (const variance of ["garch", "gjr", "figarch", "har"] as const) {
    for (const distribution of ["t", "ged"] as const) {
      if (isLongest(variance, distribution)) continue;
      it(`are named where the likelihood has no maximum: ${variance}, ${distribution}`, async () => {
        const outcome = await fitModel(await testContext(), withZeros(0.5), askOf({ variance, distribution }), DEFAULT_FIT_OPTIONS);
        expect(toldOutcome(outcome)).toMatchObject({
          ok: false,
          failure: { code: "not-converged", message: expect.stringMatching(/^50% of the returns are exactly zero/) },
        });
      });
    }
    it(`do not affect a fit with normal errors: ${variance}`, async () => {
      expect((await fitted(withZeros(0.5), { variance })).logLikelihood).toBeLessThan(0);
      expect((await fitted(withZeros(0.02), { variance, distribution: "t" })).logLikelihood).toBeLessThan(0);
    });
  }
});
