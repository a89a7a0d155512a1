import { expect, it } from "vitest";
import { fitModel } from "../../../workers/volatility/fit";
import type { ModelAsk } from "../../../workers/volatility/garch-model";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { forecastGarch } from "../../../workers/volatility/jobs/forecast-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { uniforms } from "../reference/random";

/** Log-likelihood, sum of the volatilities, and the far end of a bootstrap band with uncertain parameters: the same bits in every engine. */
const EXPECTED: [Partial<ModelAsk>, number[]][] = [
  [{ variance: "egarch", distribution: "t" }, [-419.3445091419894, 323.6642847814881, 1.0780088015019664]],
  [{ variance: "egarch", distribution: "ged" }, [-418.35989895333887, 313.9375382177296, 1.0729981648049258]],
  [{ variance: "figarch", distribution: "skewt" }, [-413.70879946574144, 313.5519383161901, 1.3678218922891057]],
  [{ variance: "har", distribution: "normal" }, [-435.5657814406467, 312.6128292963066, 0.9533676640717188]],
];

for (const [change, expected] of EXPECTED) {
  it(`${change.variance}, ${change.distribution}: the same bits in Node, Chromium and Firefox`, async () => {
    const returns = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!.slice(0, 600);
    const model: ModelAsk = { p: 1, q: 1, distribution: "normal", preSample: "ewma75", ...change };
    const fit = resultOf(await fitModel(await testContext(), returns, model, DEFAULT_FIT_OPTIONS));
    const ask = { fit, returns, lastTime: null, stepMillis: null, horizon: 20, method: "bootstrap", parameterUncertainty: true } as const;
    const { volatilityBands } = resultOf(await forecastGarch({ ...ask, paths: 500, seed: 8 }, await testContext()));
    const total = fit.volatility.reduce((sum, sigma) => sum + sigma, 0);
    expect([fit.logLikelihood, total, volatilityBands[2].upper[19]]).toEqual(expected);
  });
}

it("a long series, by segments: the same bits in Node, Chromium and Firefox", async () => {
  const uniform = uniforms(9);
  let h = 1;
  const values = Float64Array.from({ length: 270_001 }, () => {
    const tail = uniform() < 0.05 ? 2.5 : 0.85;
    const e = tail * Math.sqrt(3 * h) * (uniform() + uniform() + uniform() + uniform() - 2);
    h = 0.02 + 0.08 * e * e + 0.9 * h;
    return e;
  });
  const model: ModelAsk = { p: 1, q: 1, distribution: "skewt", preSample: "sample" };
  const { fit } = resultOf(await fitGarchJob({ values, kind: "returns", model, options: DEFAULT_FIT_OPTIONS }, await testContext()));
  const total = fit.volatility.reduce((sum, sigma) => sum + sigma, 0);
  expect([fit.logLikelihood, total, ...fit.estimates.flatMap(({ value, robust }) => [value, robust])]).toEqual([
    -336646.8342791887, 246333.63515041932, -0.0008542921840908441, 0.001466019824438528, 0.019856882030910718, 0.0004983414870072367,
    0.07858681085256852, 0.0011953007941740443, 0.8984765400924067, 0.0014218785848591265, 6.659077100598645, 0.0813697268478618,
    0.0012865823498410447, 0.003235944034808321,
  ]);
});
