import { beforeAll, describe, expect, it } from "vitest";
import { archLm, ljungBox } from "../../../workers/numerics/serial-correlation";
import { fitModel } from "../../../workers/volatility/fit";
import type { Distribution, GarchFit, ModelAsk } from "../../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { forecastGarch } from "../../../workers/volatility/jobs/forecast-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenText } from "../../fixtures/golden";
import { testContext } from "../context";

/** The 5,030 simple percent returns of the S&P 500 from 1999 to 2018 in the documentation of Python's arch. */
let returns: Float64Array | null;
beforeAll(async () => {
  const close = await goldenColumn("series/sp500_1999_2018.csv", "Close");
  returns = close?.subarray(1).map((price, t) => 100 * (price / close[t] - 1)) ?? null;
});

async function fitted(values: Float64Array, distribution: Distribution): Promise<GarchFit> {
  const model: ModelAsk = { p: 1, q: 1, distribution, preSample: "ewma75" };
  return resultOf(await fitModel(await testContext(), values, model, DEFAULT_FIT_OPTIONS));
}
const near = (found: number | null | undefined, expected: number, share: number) =>
  expect(Math.abs((found ?? Number.NaN) / expected - 1), String(expected)).toBeLessThan(share);

/** Published with seven to ten digits, and recomputed with arch 8.0.0 at a tight tolerance. */
describe("GARCH(1,1) of the S&P 500, with arch's exponential pre-sample variance", () => {
  it("normal: log-likelihood to 1e-6, criteria, estimates to 1e-4, classic errors to 0.1%, robust errors to 0.2%", async ({ skip }) => {
    if (!returns) return skip("golden series not present");
    const fit = await fitted(returns, "normal");
    expect(Math.abs(fit.logLikelihood + 6936.718477)).toBeLessThan(1e-6);
    expect(Math.abs(fit.aic - 13881.437)).toBeLessThan(5.1e-4);
    expect(Math.abs(fit.bic - 13907.53)).toBeLessThan(5.1e-3);
    near(fit.preSampleVariance, 1.8141976133967253, 1e-12);
    const expected: [string, number, number, number][] = [
      ["mu", 0.0563532, 0.0113132, 0.01149],
      ["omega", 0.0175067, 0.00273092, 0.004683],
      ["alpha1", 0.10215, 0.00909958, 0.01301],
      ["beta1", 0.885206, 0.00964774, 0.0138],
    ];
    for (const [key, value, classic, robust] of expected) {
      const found = fit.estimates.find((one) => one.key === key);
      near(found?.value, value, 1e-4);
      near(found?.classic, classic, 1e-3);
      near(found?.robust, robust, 2e-3);
    }
    // sigma[T]^2 and ten steps ahead; they vary with the estimates, which stop where the likelihood is flat to 1e-9.
    near(fit.volatility[fit.n - 1] ** 2, 3.9705438834353837, 1e-5);
    const question = { fit, returns, lastTime: null, stepMillis: null, horizon: 10, method: "analytic", seed: 1 } as const;
    const ahead = resultOf(await forecastGarch(question, await testContext()));
    const variances = [3.596476, 3.568509, 3.540895, 3.513631, 3.486711, 3.460131, 3.433888, 3.407976, 3.382392, 3.357132];
    for (const [k, variance] of variances.entries()) near(ahead.analyticVariance[k], variance, 1e-5);
  });

  it("normal: tests and moments of the standardized residuals to 1e-3, as they vary with the estimates", async ({ skip }) => {
    if (!returns) return skip("golden series not present");
    const fit = await fitted(returns, "normal");
    const { tests, moments, nelson } = resultOf(await diagnoseGarch({ fit, returns, behavioral: null }, await testContext()));
    const statistic = (key: string) => tests.find((one) => one.key === key);
    near(statistic("ljung-box-squares-10")?.statistic, 14.5028118, 1e-3);
    near(statistic("ljung-box-squares-10")?.p, 0.151267, 1e-3);
    near(statistic("ljung-box-10")?.statistic, 24.443328, 1e-3);
    near(statistic("ljung-box-10")?.p, 0.0065067, 1e-3);
    // statsmodels multiplies R² by the observations used; arch's 6.590263 is the same times n / (n - 5).
    near(statistic("arch-lm")?.statistic, 6.583712, 1e-3);
    near((statistic("arch-lm")?.statistic ?? 0) * (5030 / 5025), 6.590263, 1e-3);
    near(moments.skewness, -0.419333, 1e-3);
    near(moments.kurtosis, 1.645685, 1e-3);
    // Quadrature of the density (NUMERICS 11) by the midpoint rule, so only to the published digits.
    expect(Math.abs((nelson.integral ?? Number.NaN) + 0.021504)).toBeLessThan(2e-5);
  });

  it("ARCH-LM of the demeaned returns, and Ljung-Box over 20 lags of the squared residuals", async ({ skip }) => {
    if (!returns) return skip("golden series not present");
    const { parameters, residuals, n } = await fitted(returns, "normal");
    const context = await testContext();
    const centeredSquares = (values: Float64Array) => {
      const squares = values.map((value) => value * value);
      const mean = squares.reduce((sum, value) => sum + value, 0) / n;
      return context.arena.put(squares.map((value) => value - mean));
    };
    const raw = archLm(context, centeredSquares(returns.map((value) => value - parameters.mu)), n, 5);
    // arch multiplies R² by n; its residuals vary with the estimate of mu.
    near((raw ?? 0) * (n / (n - 5)), 1111.5689, 1e-5);
    const q = ljungBox(context, centeredSquares(residuals), n, 20)[19];
    near(q, 23.166129, 1e-3);
    near(context.kernels.chiSquaredTail(q, 20), 0.280711, 2e-3);
  });

  it("Student's t: log-likelihood to 1e-6, degrees of freedom to 1e-4, exponent to the published digits", async ({ skip }) => {
    if (!returns) return skip("golden series not present");
    const fit = await fitted(returns, "t");
    expect(Math.abs(fit.logLikelihood + 6834.735585)).toBeLessThan(1e-6);
    near(fit.parameters.nu, 6.60707, 1e-4);
    const found = resultOf(await diagnoseGarch({ fit, returns, behavioral: null }, await testContext()));
    expect(Math.abs((found.nelson.integral ?? Number.NaN) + 0.012984)).toBeLessThan(2e-5);
  });
});

describe("the older table of arch's documentation: S&P 500, 2000 to 2013", () => {
  it("log-likelihood and estimates to the printed digits", async ({ skip }) => {
    const rows = await goldenText("series/sp500_1999_2018.csv");
    if (!returns || !rows) return skip("golden series not present");
    const years = rows
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => Number(row.slice(0, 4)));
    // The first return of 2000 needs the last close of 1999, which that table does not use.
    const part = returns.slice(years.indexOf(2000), years.lastIndexOf(2013));
    expect(part.length).toBe(3520);
    const { logLikelihood, parameters } = await fitted(part, "normal");
    expect(Math.abs(logLikelihood + 5141.39)).toBeLessThan(0.005);
    const { mu, omega, alpha, beta } = parameters;
    for (const [found, printed] of [
      [mu, 0.0531],
      [omega, 0.0156],
      [alpha[0], 0.0879],
      [beta[0], 0.9014],
    ])
      expect(Math.abs(found - printed)).toBeLessThan(5e-5);
  });
});

describe("DEM-GBP with arch's exponential pre-sample variance, to 1e-6", () => {
  it("normal, Student's t at the persistence bound, skewed t", async () => {
    const values = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;
    const normal = await fitted(values, "normal");
    expect(Math.abs(normal.logLikelihood + 1104.521402)).toBeLessThan(1e-6);
    for (const [found, expected] of [
      [normal.parameters.mu, -0.006076602],
      [normal.parameters.omega, 0.00991424],
      [normal.parameters.alpha[0], 0.145478],
      [normal.parameters.beta[0], 0.8168462],
    ])
      near(found, expected, 2e-4);
    const student = await fitted(values, "t");
    expect(Math.abs(student.logLikelihood + 987.944839)).toBeLessThan(1e-6);
    expect(student).toMatchObject({ persistence: 1, halfLife: Number.POSITIVE_INFINITY });
    near(student.parameters.nu, 4.363633, 1e-4);
    near(student.parameters.alpha[0], 0.1132082, 1e-3);
    // Nelson's exponent with alpha + beta = 1, by midpoint quadrature at the published estimates, so only to the published digits.
    const kernels = await (await testContext()).load("volatility");
    const exponent = kernels.nelsonIntegral(0.1132082, 0, 0.8867918, 1, 4.363633, 0);
    expect(Math.abs(exponent + 0.021135)).toBeLessThan(2e-5);
    // The same from mpmath 1.3.
    expect(Math.abs(exponent + 0.0211333761456861)).toBeLessThan(1e-9);
    const skewed = await fitted(values, "skewt");
    expect(Math.abs(skewed.logLikelihood + 983.455003)).toBeLessThan(1e-6);
    near(skewed.parameters.nu, 4.423972, 1e-4);
    near(skewed.parameters.lambda, -0.09136149, 1e-3);
  });
});
