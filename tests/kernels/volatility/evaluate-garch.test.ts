import { describe, expect, it } from "vitest";
import { Canceled } from "../../../workers/runtime/job";
import { completeModel, type KeptFit, type ModelAsk } from "../../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { type EvaluateGarchInput, evaluateGarch } from "../../../workers/volatility/jobs/evaluate-garch";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { forecastGarch } from "../../../workers/volatility/jobs/forecast-garch";
import { profileGarch } from "../../../workers/volatility/jobs/profile-garch";
import { SIMULATED } from "../../../workers/volatility/schema";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { ALL, family } from "../../fixtures/in-all";
import { testContext } from "../context";
import { logLikelihood, variances } from "../reference/garch";
import { recursion } from "../reference/gjr";
import { goldenGarch, parametersOf } from "../reference/golden-garch";

const dem2gbp = await goldenColumn("series/dem2gbp.csv", "ret_pct").then((values) => values!);
const simple: ModelAsk = { p: 1, q: 1, distribution: "normal", preSample: "sample" };
const normal = (z: number) => -0.5 * Math.log(2 * Math.PI) - 0.5 * z * z;
const meanSquare = (mu: number) => dem2gbp.reduce((sum, r) => sum + (r - mu) ** 2, 0) / dem2gbp.length;

const fits = new Map<string, Promise<KeptFit>>();
function fitOf(model: ModelAsk): Promise<KeptFit> {
  const key = JSON.stringify(model);
  const known =
    fits.get(key) ??
    testContext()
      .then((context) => fitGarchJob({ values: dem2gbp, kind: "returns", model, options: DEFAULT_FIT_OPTIONS }, context))
      .then((outcome) => resultOf(outcome).fit);
  fits.set(key, known);
  return known;
}

const estimatesOf = ({ estimates }: KeptFit) => estimates.map(({ value }) => value);
const moved = (fit: KeptFit, changes: Record<string, number>) => fit.estimates.map(({ key, value }) => changes[key] ?? value);

async function evaluate(fit: KeptFit, change: Partial<EvaluateGarchInput> = {}) {
  const asked = { at: estimatesOf(fit), longRunVariance: null, shocks: null, horizon: 10, seed: 1, ...change };
  return evaluateGarch({ values: dem2gbp, kind: "returns", fit, ...asked }, await testContext());
}
const evaluated = async (...asked: Parameters<typeof evaluate>) => resultOf(await evaluate(...asked));
const refused = async (...asked: Parameters<typeof evaluate>) => {
  const outcome = await evaluate(...asked);
  if (outcome.ok) throw new Error("expected a refusal");
  return failureText(outcome.failure);
};

const MODELS: [string, ModelAsk][] = [
  ["GARCH(1,1), Normal", simple],
  ["GARCH(1,1), skewed t", { ...simple, distribution: "skewt" }],
  ["GARCH(2,1), t", { ...simple, p: 2, distribution: "t" }],
  ["GJR, skewed t", { ...simple, variance: "gjr", distribution: "skewt" }],
  ["EGARCH, t", { ...simple, variance: "egarch", distribution: "t" }],
  ["APARCH, skewed t", { ...simple, variance: "aparch", distribution: "skewt" }],
  ["EWMA, Normal", { ...simple, variance: "ewma" }],
  ["GARCH with targeting", { ...simple, targeting: true }],
  ["AR(2)-GARCH, Normal", { ...simple, mean: { ar: 2 } }],
  ["GARCH of zero mean, GED", { ...simple, mean: "zero", distribution: "ged" }],
];

describe("a model at its own estimates", () => {
  it.each(MODELS)("reproduces the fit: %s", async (_, model) => {
    const fit = await fitOf(model);
    const same = await evaluated(fit);
    // Converting to the units of the returns and back rounds once more: about 1e-13 of a log-likelihood of 1,100.
    expect(same.logLikelihood).toBeCloseTo(fit.logLikelihood, 9);
    expect(same.persistence).toBeCloseTo(fit.persistence, 12);
    expect(same.values).toEqual(estimatesOf(fit));
    if (fit.unconditionalVariance === null) expect(same.longRunVariance).toBeNull();
    else expect(same.longRunVariance! / fit.unconditionalVariance).toBeCloseTo(1, 10);
    const context = await testContext();
    const { returns } = resultOf(await fitGarchJob({ values: dem2gbp, kind: "returns", model, options: DEFAULT_FIT_OPTIONS }, context));
    const ask = { fit, returns, lastTime: null, stepMillis: null, horizon: 10, seed: 1 };
    const simulated = SIMULATED.includes(completeModel(model).variance);
    const forecast = resultOf(await forecastGarch({ ...ask, method: simulated ? "simulation" : "analytic" }, context));
    for (let k = 0; k < 10; k++) {
      if (simulated && k === 0) continue;
      expect(same.forecast[k] / forecast.volatility[k]).toBeCloseTo(1, 9);
    }
    expect(same.forecast[0]).toBeCloseTo(Math.sqrt(fit.nextVariance), 10);
    const spread = same.volatility.map((sigma, t) => Math.abs(sigma / fit.volatility[t] - 1));
    expect(Math.max(...spread)).toBeLessThan(1e-9);
    const diagnosis = resultOf(await diagnoseGarch({ fit, returns, behavioral: null, annualization: 252 }, context));
    const expected = diagnosis.news.atLongRun ?? diagnosis.news.atLast;
    for (const [i, variance] of same.news.variances.entries()) expect(variance / expected[i]).toBeCloseTo(1, 9);
  });

  it.each(MODELS)("accepts estimates from the same returns in another unit: %s", async (_, model) => {
    const fit = await fitOf(model);
    const fractions = dem2gbp.map((value) => value / 100);
    const ask = { values: fractions, kind: "returns", model, options: DEFAULT_FIT_OPTIONS } as const;
    const other = resultOf(await fitGarchJob(ask, await testContext())).fit;
    const applied = await evaluated(fit, { at: estimatesOf(other), atScale: 100 });
    // Both searches reach the same maximum within tolerance; the likelihood differs by its square.
    for (const [i, value] of applied.values.entries()) expect(value, fit.estimates[i].key).toBeCloseTo(fit.estimates[i].value, 5);
    expect(applied.logLikelihood).toBeCloseTo(fit.logLikelihood, 8);
  });

  it.each([MODELS[0], MODELS[4], ["GARCH(2,1)", { ...simple, p: 2 }], ["GJR", { ...simple, variance: "gjr" }]] as typeof MODELS)(
    "has a zero gradient: %s",
    async (_, model) => {
      const fit = await fitOf(model);
      for (const { key, value, classic, atBound } of fit.estimates) {
        if (atBound) continue;
        const step = 0.001 * classic!;
        const [up, down] = await Promise.all([value + step, value - step].map((at) => evaluated(fit, { at: moved(fit, { [key]: at }) })));
        // Near the maximum a parabola: 0.001 standard errors cost the same on either side, up to a cubic term.
        expect(Math.abs(up.logLikelihood - down.logLikelihood), key).toBeLessThan(1e-6);
        for (const { logLikelihood } of [up, down]) {
          expect(fit.logLikelihood - logLikelihood, key).toBeGreaterThan(0);
          expect(fit.logLikelihood - logLikelihood, key).toBeLessThan(1e-3);
        }
      }
    },
  );
});

describe("a model at other values", () => {
  it("has the likelihood, volatility, forecast and news impact of the plain recursion", async () => {
    const fit = await fitOf(simple);
    const hand = { alpha1: 0.2, beta1: 0.75, mu: 0.01, omega: 0.02 };
    const found = await evaluated(fit, { at: moved(fit, hand) });
    const twin = { mu: 0.01, omega: 0.02, alpha: [0.2], beta: [0.75], preSample: meanSquare(0.01) };
    const h = variances(dem2gbp, twin);
    expect(found.logLikelihood).toBeCloseTo(logLikelihood(dem2gbp, twin, normal), 8);
    for (const [t, sigma] of found.volatility.entries()) expect(sigma / Math.sqrt(h[t])).toBeCloseTo(1, 11);
    let next = h[dem2gbp.length];
    for (let k = 0; k < 10; k++) {
      expect(found.forecast[k]).toBeCloseTo(Math.sqrt(next), 11);
      next = 0.02 + 0.95 * next;
    }
    expect(found.longRunVariance).toBeCloseTo(0.02 / 0.05, 11);
    expect(found.halfLife).toBeCloseTo(Math.log(0.5) / Math.log(0.95), 9);
    for (const [i, shock] of found.news.shocks.entries())
      expect(found.news.variances[i]).toBeCloseTo(0.02 + 0.75 * 0.4 + 0.2 * shock ** 2, 10);
  });

  it("has the likelihood of the plain GJR recursion", async () => {
    const fit = await fitOf({ ...simple, variance: "gjr" });
    const found = await evaluated(fit, { at: moved(fit, { mu: 0, omega: 0.02, alpha1: 0.05, gamma1: 0.1, beta1: 0.8 }) });
    const { shocks, h } = recursion(dem2gbp, { mu: 0, ar: [], omega: 0.02, alpha: [0.05], gamma: 0.1, beta: [0.8] }, null);
    const total = shocks.reduce((sum, e, t) => sum + normal(e / Math.sqrt(h[t])) - 0.5 * Math.log(h[t]), 0);
    expect(found.logLikelihood).toBeCloseTo(total, 8);
    expect(found.persistence).toBeCloseTo(0.9, 12);
  });

  it("has arch's forecast at parameters other than the estimates", async () => {
    const golden = await goldenGarch("dem2gbp_g11_normal");
    const { mu, omega, alpha, beta } = parametersOf(golden.fixed_param_eval.params);
    const fit = await fitOf(simple);
    const found = await evaluated(fit, { at: moved(fit, { mu, omega, alpha1: alpha[0], beta1: beta[0] }) });
    for (const [k, variance] of golden.fixed_param_eval.mean_sq_resid.forecast_var_1_10.entries())
      expect(found.forecast[k] ** 2 / variance).toBeCloseTo(1, 9);
  });

  it.each([MODELS[0], MODELS[3], MODELS[4]])("keeps the long-run variance as the weights change: %s", async (_, model) => {
    const fit = await fitOf(model);
    const at = moved(fit, { beta1: 0.7 });
    const found = await evaluated(fit, { at, longRunVariance: 0.3 });
    expect(found.longRunVariance).toBeCloseTo(0.3, 10);
    const omega = fit.estimates.findIndex(({ key }) => key === "omega");
    expect(found.values[omega]).not.toBe(at[omega]);
    expect((await evaluated(fit, { at: found.values })).logLikelihood).toBe(found.logLikelihood);
  });

  it("evaluates the news impact curve at given shocks", async () => {
    const fit = await fitOf(simple);
    const shocks = Float64Array.of(-2, 0, 1);
    expect((await evaluated(fit, { shocks })).news).toMatchObject({ shocks, variances: expect.objectContaining({ length: 3 }) });
  });

  const PULLS: [string, ModelAsk, Record<string, number>][] = [
    ["GARCH", simple, { alpha1: 1 }],
    ["GJR, a gain", { ...simple, variance: "gjr" }, { alpha1: 1 }],
    ["GJR, a loss", { ...simple, variance: "gjr" }, { gamma1: 1 }],
    ["EGARCH, a gain", { ...simple, variance: "egarch" }, { alpha1: 1, gamma1: 1 }],
    ["EGARCH, a loss", { ...simple, variance: "egarch" }, { alpha1: 1, gamma1: -1 }],
    ["GARCH with targeting", { ...simple, targeting: true }, { alpha1: 1 }],
    ["APARCH, a gain", { ...simple, variance: "aparch" }, { alpha1: 1 }],
    ["APARCH, a loss", { ...simple, variance: "aparch" }, { alpha1: 1 }],
  ];
  it.each(PULLS)("adjusts parameters so that the news impact curve passes through a point: %s", async (name, model, way) => {
    const fit = await fitOf(model);
    const longRunVariance = fit.unconditionalVariance!;
    const shock = (name.endsWith("loss") ? -2 : 2) * Math.sqrt(longRunVariance);
    const along = fit.estimates.map(({ key }) => way[key] ?? 0);
    const shocks = Float64Array.of(shock);
    const [usual] = (await evaluated(fit, { longRunVariance, shocks })).news.variances;
    const pulled = await evaluated(fit, { longRunVariance, shocks, through: { shock, variance: 1.05 * usual, along } });
    expect(pulled.stopped).toBeNull();
    expect(pulled.news.variances[0] / usual).toBeCloseTo(1.05, 10);
    expect(pulled.longRunVariance! / longRunVariance).toBeCloseTo(1, 9);
    for (const [i, { key, value }] of fit.estimates.entries())
      if (key in way) expect(pulled.values[i], key).not.toBe(value);
      else if (key !== "omega") expect(pulled.values[i], key).toBe(value);
    // The adjustment stops at the edge of the feasible region, with a reason.
    const beyond = await evaluated(fit, { longRunVariance, shocks, through: { shock, variance: 1e-6 * usual, along } });
    if (model.variance !== "egarch") {
      expect(beyond.stopped?.reason).toMatch(/BelowBound|belowBound|jointBound/i);
      expect(beyond.news.variances[0]).toBeGreaterThan(1e-6 * usual);
    }
    const high = await evaluated(fit, { longRunVariance, shocks, through: { shock, variance: 9 * usual, along } });
    if (model.variance !== "egarch") expect(high.stopped?.reason).toBe("volatility/persistenceTooHigh");
    expect(high.persistence).toBeLessThan(1);
  });

  it("explains why the news impact curve cannot pass through a point", async () => {
    const fit = await fitOf(simple);
    const longRunVariance = fit.unconditionalVariance!;
    const along = fit.estimates.map(({ key }) => Number(key === "alpha1"));
    const turning = { shock: Math.sqrt(longRunVariance), variance: 1, along };
    expect((await evaluated(fit, { longRunVariance, through: turning })).stopped?.reason).toBe("volatility/curveTurns");
    expect(await refused(fit, { longRunVariance, through: { shock: 1, variance: 0, along } })).toMatch(/^A news impact curve needs/);
  });

  it("refuses a FIGARCH for negative weights, not for its persistence, which is always 1", async () => {
    const fit = await fitOf({ ...simple, variance: "figarch" });
    expect(await refused(fit, { at: moved(fit, { phi: 0.4, d: 0.9 }) })).toMatch(/^These values lie outside the region/);
  });

  it("refuses with a message what is not stationary or not positive", async () => {
    const [garch, gjr, t] = await Promise.all([
      fitOf(simple),
      fitOf({ ...simple, variance: "gjr" }),
      fitOf({ ...simple, distribution: "skewt" }),
    ]);
    const at = (fit: KeptFit, changes: Record<string, number>, longRunVariance: number | null = null) => ({
      at: moved(fit, changes),
      longRunVariance,
    });
    expect(await refused(garch, at(garch, { alpha1: 0.2, beta1: 0.85 }))).toMatch(/^The persistence would be 1\.0500\./);
    expect(await refused(garch, at(garch, { alpha1: 0.2, beta1: 0.8 }, 0.2))).toMatch(/^The persistence would be 1\.0000\./);
    expect(await refused(garch, at(garch, { alpha1: -0.01 }))).toBe("α₁ would be too small for a variance that is always above 0.");
    expect(await refused(garch, at(garch, { omega: 0 }))).toBe("ω would be too small for a variance that is always above 0.");
    expect(await refused(gjr, at(gjr, { alpha1: 0.05, gamma1: -0.1 }))).toMatch(/^α₁ \+ γ₁ must be 0 or more/);
    expect(await refused(t, at(t, { nu: 2 }))).toBe("ν must be 2.05 or more.");
    expect(await refused(t, at(t, { lambda: 0.99 }))).toBe("λ must be 0.98 or less.");
    expect(await refused(garch, { horizon: 0 })).toBe("The horizon must be a whole number of steps from 1 to 252");
  });
});

describe("profile likelihood over alpha and beta", () => {
  const surfaceOf = async (fit: KeptFit) => resultOf(await profileGarch({ values: dem2gbp, kind: "returns", fit }, await testContext()));

  /** Highest log-likelihood over mu and omega at given weights, by nested golden-section searches. */
  function highest(alpha: number, beta: number): number {
    const at = (mu: number, omega: number) =>
      logLikelihood(dem2gbp, { mu, omega, alpha: [alpha], beta: [beta], preSample: meanSquare(mu) }, normal);
    const section = (of: (x: number) => number, low: number, high: number) => {
      const golden = (Math.sqrt(5) - 1) / 2;
      let [a, b] = [low, high];
      for (let i = 0; i < 30; i++) {
        const [left, right] = [b - golden * (b - a), a + golden * (b - a)];
        if (of(left) > of(right)) b = right;
        else a = left;
      }
      return of((a + b) / 2);
    };
    return section((mu) => section((omega) => at(mu, omega), 0.001, 0.05), -0.05, 0.04);
  }

  it("maximizes over the other parameters at each point", async () => {
    const fit = await fitOf(simple);
    const { x, y, drops } = await surfaceOf(fit);
    for (const [row, column] of [
      [25, 12],
      ...(ALL
        ? [
            [20, 20],
            [8, 30],
          ]
        : []),
    ]) {
      // The search is accurate to 5e-5 per point.
      expect(drops[row * x.length + column]).toBeCloseTo(highest(x[column], y[row]) - fit.logLikelihood, 3);
    }
  });

  family(
    [MODELS[0], MODELS[3], MODELS[4]],
    (_, place) => place === 1,
    (models) =>
      it.each(models)("has its maximum at the estimates, with chi-square confidence regions around it: %s", async (_, model) => {
        const fit = await fitOf(model);
        const { x, y, drops, regions } = await surfaceOf(fit);
        const [alpha, beta] = ["alpha1", "beta1"].map((key) => fit.estimates.find((one) => one.key === key)!.value);
        const known = drops.filter((drop) => !Number.isNaN(drop));
        expect(Math.max(...known)).toBeLessThan(1e-6);
        const best = drops.indexOf(Math.max(...known));
        expect(Math.abs(x[best % x.length] - alpha)).toBeLessThanOrEqual(x[1] - x[0]);
        expect(Math.abs(y[Math.floor(best / x.length)] - beta)).toBeLessThanOrEqual(y[1] - y[0]);
        // Quantiles of chi-square with 2 degrees of freedom: 1.386, 3.219, 5.991, 9.210.
        expect(regions.map(({ drop }) => Number((2 * drop).toFixed(3)))).toEqual([1.386, 3.219, 5.991, 9.21]);
        const widths = regions.map(
          ({ edge }) => Math.max(...edge.filter((_, i) => i % 2 === 0)) - Math.min(...edge.filter((_, i) => i % 2 === 0)),
        );
        expect([...widths].sort((a, b) => a - b)).toEqual(widths);
        expect(widths[0]).toBeGreaterThan(0);
      }),
  );

  it("is undefined where the variance is not stationary", async () => {
    const fit = await fitOf({ ...simple, distribution: "t" });
    const { x, y, drops } = await surfaceOf(fit);
    for (const [row, beta] of y.entries())
      for (const [column, alpha] of x.entries()) if (alpha + beta > 1 + 1e-9) expect(drops[row * x.length + column]).toBeNaN();
  });

  it("needs two weights, and can be canceled", async () => {
    const smoothed = await fitOf({ ...simple, variance: "ewma" });
    const outcome = await profileGarch({ values: dem2gbp, kind: "returns", fit: smoothed }, await testContext());
    expect(outcome.ok ? "" : failureText(outcome.failure)).toMatch(/^A likelihood surface needs α₁ and β₁/);
    const context = await testContext(200);
    const before = context.kernels.arenaMark();
    await expect(profileGarch({ values: dem2gbp, kind: "returns", fit: await fitOf(simple) }, context)).rejects.toThrow(Canceled);
    expect(context.kernels.arenaMark()).toBe(before);
  });
});
