import { describe, expect, it } from "vitest";
import { fitVolatility } from "../../../workers/volatility/fit";
import type { Distribution, GarchFit, PreSample } from "../../../workers/volatility/garch-model";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";

interface Reference {
  params: Record<string, { value: number; classic_se?: number; robust_se?: number; opg_se?: number }>;
  loglikelihood: number;
  aic: number;
  bic: number;
  presample_variance: number;
  on_boundary: boolean;
  persistence: number;
  cond_var_sample: { sampleIndex: number[]; sampleValue: number[] };
  forecast_var_1_10: number[];
}

interface GoldenCase {
  input: { series: string; column: string; transform: "none" | "pctlogret" | "logret" };
  model: { arch_order_p: number; garch_order_q: number; dist: string };
  expected: { ref_mean_sq_resid: Reference; ref_arch_backcast: Reference };
}

async function seriesOf(input: GoldenCase["input"]): Promise<Float64Array | null> {
  const values = await goldenColumn(input.series, input.column);
  if (!values || input.transform === "none") return values;
  const unit = input.transform === "pctlogret" ? 100 : 1;
  return Float64Array.from({ length: values.length - 1 }, (_, t) => unit * (Math.log(values[t + 1]) - Math.log(values[t])));
}

async function fitOf(returns: Float64Array, p: number, q: number, distribution: Distribution, preSample: PreSample): Promise<GarchFit> {
  return resultOf(fitVolatility(await testContext(), returns, { p, q, distribution, preSample }, DEFAULT_FIT_OPTIONS));
}

const distributionOf = (name: string): Distribution => (name === "normal" ? "normal" : name.startsWith("Hansen") ? "skewt" : "t");
const relative = (value: number, expected: number) => Math.abs(value / expected - 1);

const cases = [
  "dem2gbp_g11_normal",
  "dem2gbp_g11_skewt",
  "dem2gbp_g11_t",
  "dem2gbp_g21_normal",
  "eurusd_1h_2017_2018_g11_t",
  "eustockmarkets_g11_skewt",
  "eustockmarkets_g12_normal",
  "goog_2004_2013_g11_t",
  "sp500_1999_2018_g11_normal",
  "sp500_1999_2018_g11_skewt",
  "sp500_1999_2018_g11_t",
  "sp500_1999_2018_g22_t",
  "syn_garch11_normal_1000_g11_normal",
  "syn_garch11_normal_20000_g11_normal",
  "syn_garch11_normal_5000_g11_normal",
  "syn_garch11_normal_500_g11_normal",
  "syn_garch11_skewt_5000_g11_normal",
  "syn_garch11_skewt_5000_g11_skewt",
  "syn_garch11_t6_5000_g11_t",
  "syn_garch21_t_5000_g21_t",
  "syn_garch22_normal_5000_g11_normal",
  "syn_garch22_normal_5000_g22_normal",
  "syn_garch_near_igarch_5000_g11_normal",
];

describe("GARCH fit against multi-start references (log-likelihood of arch 8.0.0)", () => {
  for (const name of cases) {
    for (const [preSample, key] of [
      ["sample", "ref_mean_sq_resid"],
      ["ewma75", "ref_arch_backcast"],
    ] as const) {
      it(`${name}, ${preSample}`, async ({ skip }) => {
        const { input, model, expected } = await goldenJson<GoldenCase>(`garch/${name}.json`);
        const returns = await seriesOf(input);
        if (!returns) return skip("golden series not present");
        const reference = expected[key];
        // The files name the orders like arch.
        const fit = await fitOf(returns, model.garch_order_q, model.arch_order_p, distributionOf(model.dist), preSample);
        // The references are accurate to about 1e-7; an excess above 1e-5 would mean a different model.
        expect(fit.logLikelihood - reference.loglikelihood).toBeGreaterThan(-1e-7);
        expect(fit.logLikelihood - reference.loglikelihood).toBeLessThan(1e-5);
        expect(fit.aic).toBeCloseTo(reference.aic, 4);
        expect(fit.bic).toBeCloseTo(reference.bic, 4);
        expect(Math.abs(fit.persistence - reference.persistence)).toBeLessThan(2e-6);
        const atOne = reference.persistence > 0.9999;
        const bounded = reference.on_boundary || atOne || Object.values(reference.params).some(({ value }) => value < 1e-6 && value >= 0);
        expect(fit.status).toBe(bounded ? "boundary" : "converged");
        // Within 1e-5 standard errors where available, else 1e-5 of the value; the references stop at about 3e-6.
        Object.values(reference.params).forEach(({ value, classic_se, robust_se, opg_se }, i) => {
          const estimate = fit.estimates[i];
          const near = 1e-5 * (robust_se ?? Math.max(Math.abs(value), 1e-2));
          expect(Math.abs(estimate.value - value)).toBeLessThan(bounded ? 100 * near : near);
          if (atOne || estimate.atBound) return;
          // The reference takes second differences of the log-likelihood, off by up to 0.23% on a flat ridge; ours do not depend on the step.
          if (classic_se) expect(relative(estimate.classic ?? 0, classic_se)).toBeLessThan(3e-3);
          if (robust_se) expect(relative(estimate.robust ?? 0, robust_se)).toBeLessThan(3e-3);
          if (opg_se) expect(relative(estimate.outerProduct ?? 0, opg_se)).toBeLessThan(3e-3);
        });
        expect(relative(fit.preSampleVariance, reference.presample_variance)).toBeLessThan(1e-6);
        // Variances and the forecast inherit the parameters' tolerance of 1e-5 standard errors.
        reference.cond_var_sample.sampleIndex.forEach((t, i) => {
          expect(relative(fit.volatility[t] ** 2, reference.cond_var_sample.sampleValue[i])).toBeLessThan(1e-4);
        });
        expect(relative(fit.nextVariance, reference.forecast_var_1_10[0])).toBeLessThan(1e-4);
        expect(fit.startSpread).toBeLessThan(1e-6);
      });
    }
  }
});

describe("the published GARCH(1,1) benchmark on DEM/GBP (Fiorentini, Calzolari and Panattoni 1996)", () => {
  it("has its parameters to 6 digits, its log-likelihood, and its three kinds of standard errors", async () => {
    const returns = await seriesOf({ series: "series/dem2gbp.csv", column: "ret_pct", transform: "none" });
    const fit = await fitOf(returns!, 1, 1, "normal", "sample");
    const digits = (value: number, count: number) => Number(value.toPrecision(count));
    expect(fit.estimates.map(({ value }) => digits(value, 6))).toEqual([-0.00619041, 0.0107614, 0.153134, 0.805974]);
    expect(Math.abs(fit.logLikelihood + 1106.607881)).toBeLessThan(1e-6);
    const published = {
      classic: [0.00846212, 0.00285271, 0.0265228, 0.0335527],
      outerProduct: [0.00843359, 0.00132298, 0.0139738, 0.0165604],
      robust: [0.00918935, 0.00649319, 0.0535317, 0.0724614],
    };
    for (const kind of ["classic", "outerProduct", "robust"] as const) {
      fit.estimates.forEach((estimate, i) => {
        // The published values have six digits; 2e-5 allows for rounding of the last.
        expect(relative(estimate[kind]!, published[kind][i])).toBeLessThan(2e-5);
      });
    }
  });
});

describe("GARCH(1,1) against fGarch 4022.89 (pre-sample: mean squared residual)", () => {
  // Only where fGarch's persistence stays below 1: above, its fit is not stationary.
  for (const name of cases.filter((one) => one.includes("_g11_") && !/dem2gbp_g11_(t|skewt)/.test(one))) {
    it(name, async ({ skip }) => {
      const { input, model, expected } = await goldenJson<{
        input: GoldenCase["input"];
        model: GoldenCase["model"];
        expected: { fGarch?: { loglikelihood: number } };
      }>(`garch/R_${name}.json`);
      const returns = await seriesOf(input);
      if (!returns || !expected.fGarch) return skip("golden series not present");
      const fit = await fitOf(returns, 1, 1, distributionOf(model.dist), "sample");
      // fGarch stops up to 1e-4 below the maximum, never above.
      expect(fit.logLikelihood - expected.fGarch.loglikelihood).toBeGreaterThan(-1e-7);
      expect(fit.logLikelihood - expected.fGarch.loglikelihood).toBeLessThan(1e-4);
    });
  }
});
