import { beforeAll, describe, expect, it } from "vitest";
import { archLm, ljungBox } from "../../../workers/numerics/serial-correlation";
import { completeModel, type GarchFit } from "../../../workers/volatility/garch-model";
import { type DiagnoseInput, type Diagnosis, diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { garchAt } from "../reference/garch-at";
import { ljungBoxOf } from "../reference/plain-diagnostics";

const expectNear = (value: number | null | undefined, expected: number, relative: number) =>
  expect(Math.abs((value ?? Number.NaN) / expected - 1), `${value}, not ${expected}`).toBeLessThan(relative);

const SETTINGS = { riskAversion: 2.25, lossAversion: 2.25, referenceWindow: 22 };
const MODEL = { p: 1, q: 1, distribution: "normal", preSample: "sample" } as const;
const PARAMETERS = { mu: -0.00619041, omega: 0.0107614, alpha: [0.153134], beta: [0.805974], nu: null, lambda: null };

let returns: Float64Array;
let fit: GarchFit;
let result: Diagnosis;
beforeAll(async () => {
  returns = (await goldenColumn("series/dem2gbp.csv", "ret_pct")) ?? new Float64Array();
  fit = garchAt(returns, MODEL, PARAMETERS);
  result = await diagnose();
});

const diagnose = async (change: Partial<DiagnoseInput> = {}) =>
  resultOf(await diagnoseGarch({ fit, returns, behavioral: SETTINGS, ...change }, await testContext()));
const test = (key: string, from = result) => from.tests.find((one) => one.key === key);

describe("residual tests of DEM-GBP at the published parameters, against NumPy and SciPy on the same residuals", () => {
  const expected: [string, number][] = [
    ["ljung-box-10", 10.121413473347003],
    ["ljung-box-26", 29.95197395128463],
    ["ljung-box-squares-10", 9.06256549313932],
    ["ljung-box-squares-26", 27.90425475438212],
    ["arch-lm", 4.213947055491954],
    ["sign-bias", 2.8878103125259953],
    ["sign-bias-sign", 1.31953902],
    ["sign-bias-negative", -0.2476248],
    ["sign-bias-positive", 0.6703057],
    ["jarque-bera", 1059.8503720680153],
  ];
  for (const [key, statistic] of expected) {
    // 1e-9, or 1e-7 where the reference has 8 digits.
    it(key, () => expectNear(test(key)?.statistic, statistic, /bias-/.test(key) ? 1e-7 : 1e-9));
  }

  it("p-values, verdicts and advice follow the statistics", () => {
    expectNear(test("ljung-box-10")?.p, 0.4299, 1e-3);
    expect(test("arch-lm")).toMatchObject({ ok: true, degrees: 5 });
    expect(test("jarque-bera")).toMatchObject({
      ok: false,
      degrees: 2,
      advice: "Residuals are skewed to losses and have fat tails: try Skewed-t.",
    });
    expect(test("sign-bias-sign")?.degrees).toBeNull();
    for (const one of result.tests) expect(one.ok).toBe((one.p ?? 1) >= 0.05);
  });

  it("residual moments and quantiles", () => {
    expectNear(result.moments.skewness, -0.3470973971134567, 1e-10);
    expectNear(result.moments.kurtosis, 3.521904654729572, 1e-10);
  });
});

describe("S&P 500 at the parameters of arch's documentation", () => {
  it("ARCH-LM counts the observations used (statsmodels), and Ljung-Box agrees", async ({ skip }) => {
    const close = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (!close) return skip("golden series not present");
    const simple = close.subarray(1).map((price, t) => 100 * (price / close[t] - 1));
    const at = { ...PARAMETERS, mu: 0.0563532, omega: 0.0175067, alpha: [0.10215], beta: [0.885206] };
    const value = await diagnose({ returns: simple, fit: garchAt(simple, MODEL, at, [], 1.8141976133967253) });
    // 1e-4, as the documented parameters have 6 digits.
    expectNear(test("arch-lm", value)?.statistic, 6.583712, 1e-4);
    expectNear(test("ljung-box-squares-10", value)?.statistic, 14.5028118, 1e-4);
    expectNear(test("ljung-box-10", value)?.statistic, 24.443328, 1e-4);
    expect(test("sign-bias", value)?.ok).toBe(false);
  });
});

describe("tests of a column", () => {
  const noise = (length: number) => {
    let seed = 12345;
    return Float64Array.from({ length }, () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648 - 0.5;
    });
  };
  const centered = (x: Float64Array) => {
    const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
    return x.map((value) => value - mean);
  };

  it("Ljung-Box agrees with its plain definition, for odd lengths too", async () => {
    const context = await testContext();
    for (const length of [101, 1000, 4099]) {
      const column = centered(noise(length));
      const all = ljungBox(context, context.arena.put(column), length, 15);
      for (const lag of [1, 2, 15]) expectNear(all[lag - 1], ljungBoxOf(column, lag), 1e-10);
    }
  });

  it("ARCH-LM does not depend on the scale", async () => {
    const context = await testContext();
    const column = centered(noise(2000).map((value) => value * value));
    const plain = archLm(context, context.arena.put(column), 2000, 5);
    const tiny = archLm(context, context.arena.put(column.map((value) => value * 1e-6)), 2000, 5);
    expectNear(tiny, plain ?? Number.NaN, 1e-9);
  });
});

describe("QQ pairs", () => {
  it("increase, reach the extremes, and lie on the diagonal for residuals that follow the density", async () => {
    const { sample, theoretical } = result.qq;
    expect(sample).toHaveLength(theoretical.length);
    expect(sample[0]).toBeCloseTo(Math.min(...fit.residuals), 12);
    expect(sample[sample.length - 1]).toBeCloseTo(Math.max(...fit.residuals), 12);
    for (let i = 1; i < sample.length; i++) {
      expect(sample[i]).toBeGreaterThanOrEqual(sample[i - 1]);
      expect(theoretical[i]).toBeGreaterThan(theoretical[i - 1]);
    }
    const context = await testContext();
    const exact = Float64Array.from({ length: 999 }, (_, i) => context.kernels.skewedTQuantile((i + 0.5) / 999, 6, -0.2));
    const model = { ...MODEL, distribution: "skewt" } as const;
    const other = {
      ...fit,
      model: completeModel(model),
      parameters: { ...fit.parameters, nu: 6, lambda: -0.2 },
      residuals: exact,
      volatility: exact.map(() => 1),
      n: 999,
    };
    const straight = (await diagnose({ fit: other, returns: exact })).qq;
    for (const [i, quantile] of straight.theoretical.entries()) expect(straight.sample[i]).toBeCloseTo(quantile, 10);
  });
});

describe("news impact", () => {
  it("is the recursion given the past: omega + beta v without a shock, with curvature alpha", () => {
    const { shocks, atLast, atLongRun, last, longRun } = result.news;
    const middle = shocks.indexOf(0);
    expect(atLast[middle]).toBeCloseTo(PARAMETERS.omega + PARAMETERS.beta[0] * last, 12);
    expect(atLast[0] - atLast[middle]).toBeCloseTo(PARAMETERS.alpha[0] * shocks[0] ** 2, 12);
    expect(atLongRun?.[middle]).toBeCloseTo(PARAMETERS.omega + PARAMETERS.beta[0] * (longRun ?? 0), 12);
    // A shock of one long-run standard deviation leaves the long-run variance unchanged.
    expect(PARAMETERS.omega + (PARAMETERS.alpha[0] + PARAMETERS.beta[0]) * (longRun ?? 0)).toBeCloseTo(longRun ?? 0, 12);
  });
});

describe("the job", () => {
  it("fills the specification's blocks", () => {
    expect(result.metrics.lyapunov).toBe(result.nelson.exponent);
    expect(result.interpretation).toMatchObject({
      chaos_level: "Stable",
      volatility_persistence: fit.persistence,
      market_state: { is_chaotic: false, is_mean_reverting: true, has_long_memory: true },
    });
    const { garch, best, n } = result.memoryModels ?? { garch: 0, best: { variance: "", bic: 0 }, n: 0 };
    // The published log-likelihood of a GARCH(1,1), with four parameters; a FIGARCH has one more.
    expect(garch).toBeCloseTo(2 * 1106.6079 + 4 * Math.log(n), 3);
    expect([n, best.variance, best.bic < garch - 10]).toEqual([fit.n, "figarch", true]);
    expect(result.interpretation.mean_reversion_speed).toBeCloseTo(-Math.log(fit.persistence), 12);
    expect(result.behavioral?.utility_mean).toBe(result.behavior?.utilityMean);
    const { Bull, Bear } = result.behavioral?.regime_probabilities ?? { Bull: 0, Bear: 0 };
    expect(Bull + Bear).toBeCloseTo(1, 12);
  });

  it("omits the behavioral block when it is off", async () => {
    const value = await diagnose({ behavioral: null });
    expect(value.behavioral).toBeNull();
    expect(value.regimes).toBeNull();
    expect(value.tests).toEqual(result.tests);
  });

  it("omits only the regimes on request: everything else has the same bits", async () => {
    const { behavioral, regimes, ...rest } = result;
    expect(regimes).not.toBeNull();
    expect(await diagnose({ regimes: false })).toEqual({
      ...rest,
      regimes: null,
      behavioral: { ...behavioral, regime_probabilities: null },
    });
  });

  it("refuses with the specification's messages", async () => {
    const context = await testContext();
    const refusal = async (change: Partial<typeof SETTINGS>) => {
      const outcome = await diagnoseGarch({ fit, returns, behavioral: { ...SETTINGS, ...change } }, context);
      return outcome.ok ? "" : failureText(outcome.failure);
    };
    expect(await refusal({ riskAversion: 0 })).toBe("Risk aversion must be positive");
    expect(await refusal({ lossAversion: -1 })).toBe("Loss aversion must be positive");
    expect(await refusal({ referenceWindow: 1.5 })).toContain("reference window");
    const other = await diagnoseGarch({ fit, returns: returns.slice(1), behavioral: null }, context);
    expect(other.ok ? "" : other.failure.code).toBe("bad-input");
  });

  it("stops when canceled, and frees its memory", async () => {
    const context = await testContext(4);
    const mark = context.kernels.arenaMark();
    await expect(diagnoseGarch({ fit, returns, behavioral: SETTINGS }, context)).rejects.toThrow("canceled");
    expect(context.kernels.arenaMark()).toBe(mark);
  });
});
