import { describe, expect, it } from "vitest";
import type { Count, Fraction } from "../../../workers/contract";
import { backtestModel } from "../../../workers/risk/jobs/backtest-model";
import type { ModelBacktest, ModelCoverage } from "../../../workers/risk/model-backtest";
import { modelLosses } from "../../../workers/risk/model-losses";
import type { ModelPath } from "../../../workers/risk/model-path";
import type { HandedModel } from "../../../workers/volatility";
import { innovationQuantile } from "../../../workers/volatility/garch-forecast";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { refitGarch } from "../../../workers/volatility/jobs/refit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

const context = await testContext();
const risk = await context.load("risk");
const MODEL: HandedModel = {
  variance: "garch",
  mean: "constant",
  p: 1,
  q: 1,
  distribution: "t",
  preSample: "sample",
  targeting: false,
  decay: null,
  options: DEFAULT_FIT_OPTIONS,
};
const dax = await goldenColumn("series/eustockmarkets.csv", "DAX");
if (!dax) throw new Error("no series");
const PRICES = { kind: "values", unit: null } as const;

/** The same of a plain list of exceptions, with binomial and Markov likelihoods multiplied out in logarithms. */
function plainTests(hits: boolean[], share: Fraction) {
  const n = hits.length;
  const x = hits.filter(Boolean).length;
  const pairs = (from: boolean, to: boolean): Count => hits.slice(1).filter((hit, t) => hits[t] === from && hit === to).length;
  const log = (chances: [Count, number][]) => chances.reduce((sum, [count, p]) => sum + (count > 0 ? count * Math.log(p) : 0), 0);
  const [n00, n01, n10, n11] = [pairs(false, false), pairs(false, true), pairs(true, false), pairs(true, true)];
  const [calm, after, all] = [n01 / (n00 + n01), n11 / Math.max(1, n10 + n11), (n01 + n11) / (n - 1)];
  const unconditional =
    -2 *
    (log([
      [n - x, 1 - share],
      [x, share],
    ]) -
      log([
        [n - x, 1 - x / n],
        [x, x / n],
      ]));
  const independence =
    -2 *
    (log([
      [n00 + n10, 1 - all],
      [n01 + n11, all],
    ]) -
      log([
        [n00, 1 - calm],
        [n01, calm],
        [n10, 1 - after],
        [n11, after],
      ]));
  return { n, x, unconditional, independence };
}

function expectPlain(level: ModelCoverage, hits: boolean[]): void {
  const plain = plainTests(hits, 1 - level.confidence);
  expect(level.counts).toMatchObject({ observations: plain.n, exceptions: plain.x });
  expect(level.expected).toBeCloseTo(plain.n * (1 - level.confidence), 9);
  expect(level.unconditional.statistic).toBeCloseTo(plain.unconditional, 9);
  expect(level.independence.statistic).toBeCloseTo(plain.independence, 9);
  expect(level.conditional.statistic).toBeCloseTo(plain.unconditional + plain.independence, 9);
}

/** Exceptions of the newest 250 steps, by a plain count. */
const expectLatest = ({ basel }: ModelBacktest, hits: boolean[]) => expect(basel?.exceptions).toBe(hits.slice(-250).filter(Boolean).length);

/** The same of a plain list of exceedance residuals; Student's probability by Simpson's rule over its density. */
function plainShortfall(excesses: number[]) {
  const n = excesses.length;
  const mean = excesses.reduce((sum, e) => sum + e, 0) / n;
  const deviation = Math.sqrt(excesses.reduce((sum, e) => sum + (e - mean) ** 2, 0) / (n - 1));
  const statistic = (Math.sqrt(n) * mean) / deviation;
  const density = (angle: number) => Math.cos(angle) ** (n - 2);
  const area = (from: number, to: number, slices = 4000) => {
    const width = (to - from) / slices;
    let sum = density(from) + density(to);
    for (let i = 1; i < slices; i++) sum += (i % 2 ? 4 : 2) * density(from + i * width);
    return (sum * width) / 3;
  };
  const end = Math.PI / 2;
  return { mean, statistic, pValue: area(Math.atan(statistic / Math.sqrt(n - 1)), end) / area(-end, end) };
}

function expectShortfall({ shortfall }: ModelCoverage, excesses: number[]): void {
  const plain = plainShortfall(excesses);
  if (!shortfall) throw new Error("no test");
  expect(shortfall.degrees).toBe(excesses.length - 1);
  expect(shortfall.excess).toBeCloseTo(plain.mean, 9);
  expect(shortfall.statistic).toBeCloseTo(plain.statistic, 7);
  expect(shortfall.pValue).toBeCloseTo(plain.pValue, 9);
}

/** Expected shortfall of a Student's t error of variance 1, in closed form. */
function studentShortfall(nu: number, share: Fraction): number {
  const q = context.kernels.studentQuantile(share, nu);
  const density = (context.kernels.studentCdf(q + 1e-5, nu) - context.kernels.studentCdf(q - 1e-5, nu)) / 2e-5;
  return (Math.sqrt((nu - 2) / nu) * density * (nu + q * q)) / (nu - 1) / share;
}

/** Losses of each step by a plain formula; to 1e-7 only, since the formula's density is a difference quotient. */
function expectPath(
  { returns, first, ...path }: ModelPath,
  hits: boolean[],
  plain: (t: Count) => [valueAtRisk: number, shortfall: number],
) {
  for (const column of [path.valueAtRisk, path.shortfall, path.exceptions]) expect(column).toHaveLength(hits.length);
  hits.forEach((hit, t) => {
    const [valueAtRisk, shortfall] = plain(t);
    expect(path.valueAtRisk[t]).toBeCloseTo(valueAtRisk, 9);
    expect(path.shortfall[t]).toBeCloseTo(shortfall, 7);
    expect(path.exceptions[t]).toBe(hit ? returns[first + t] : Number.NaN);
  });
}

describe("backtest of a model's value at risk", () => {
  it.each([
    ["constant", MODEL],
    ["autoregressive", { ...MODEL, mean: { ar: 2 } } as HandedModel],
  ])("in-sample, a %s mean: each loss against the quantile of its step, by a plain loop", async (_, handed) => {
    const { options, ...model } = handed;
    const { fit, returns } = resultOf(await fitGarchJob({ values: dax, kind: "prices", model, options }, context));
    const found = await modelLosses(context, risk, dax, PRICES, handed, 0.975);
    if (!found.losses) throw new Error(failureText(found.reason));
    const { backtest } = found.losses;
    const log = Float64Array.from(dax.slice(1), (value, t) => 100 * Math.log(value / dax[t]));
    const { mu, ar } = fit.parameters;
    expect(returns.length).toBe(log.length - ar.length);
    const hits = (level: Fraction) =>
      Array.from(returns, (value, t) => {
        const expected = ar.reduce((sum, weight, i) => sum + weight * log[t + ar.length - 1 - i], mu);
        return value < expected + fit.volatility[t] * innovationQuantile(context.kernels, fit.model, fit.parameters, 1 - level);
      });
    expect(backtest.levels.map(({ confidence }) => confidence)).toEqual([0.95, 0.975, 0.99]);
    for (const level of backtest.levels) {
      expectPlain(level, hits(level.confidence));
      const shortfall = studentShortfall(fit.parameters.nu ?? Number.NaN, 1 - level.confidence);
      const excesses = Array.from(returns, (value, t) => {
        const expected = ar.reduce((sum, weight, i) => sum + weight * log[t + ar.length - 1 - i], mu);
        return (expected - value) / fit.volatility[t] - shortfall;
      });
      const beyond = hits(level.confidence);
      expectShortfall(
        level,
        excesses.filter((_, t) => beyond[t]),
      );
    }
    expectLatest(backtest, hits(0.99));
    const asked = { values: dax, kind: "values", volatilityModel: handed, confidenceLevel: 0.975, sample: "in-sample" } as const;
    const { path, ...tested } = resultOf(await backtestModel(asked, context));
    expect(tested).toEqual({ ...backtest, window: returns.length, step: returns.length, refits: 1, failures: [] });
    const quantile = innovationQuantile(context.kernels, fit.model, fit.parameters, 0.025);
    expectPath(path, hits(0.975), (t) => {
      const expected = ar.reduce((sum, weight, i) => sum + weight * log[t + ar.length - 1 - i], mu);
      const shortfall = studentShortfall(fit.parameters.nu ?? Number.NaN, 0.025);
      return [-expected - fit.volatility[t] * quantile, -expected + fit.volatility[t] * shortfall];
    });
    expect(path.returns).toEqual(returns);
  });

  it("out of sample: refits on half the returns, at most 1,000, every 21 steps, and compares later losses", async () => {
    const { options, ...model } = MODEL;
    const found = resultOf(await backtestModel({ values: dax, kind: "values", volatilityModel: MODEL }, context));
    expect(found).toMatchObject({ window: 929, step: 21, refits: 45, failures: [] });
    const plan = { window: 929, step: 21, scheme: "rolling" as const, probabilities: [1 - 0.95, 1 - 0.99] };
    const refitted = resultOf(await refitGarch({ values: dax, kind: "prices", model, options, ...plan }, context));
    const { returns, valueAtRisk, refits, keys, means, sigmas } = refitted;
    expect(found.levels.map(({ confidence }) => confidence)).toEqual([0.95, 0.99]);
    const hits = valueAtRisk.map(({ loss }) => Array.from(returns.subarray(929), (value, t) => value < -loss[t]));
    found.levels.forEach((level, i) => {
      expectPlain(level, hits[i]);
      const excesses = Array.from(sigmas, (sigma, t) => {
        const latest = refits.findLast(({ origin }) => origin <= t + 929);
        const shortfall = studentShortfall(latest?.values[keys.indexOf("nu")] ?? Number.NaN, 1 - level.confidence);
        return (means[t] - returns[t + 929]) / sigma - shortfall;
      });
      expectShortfall(
        level,
        excesses.filter((_, t) => hits[i][t]),
      );
    });
    expectLatest(found, hits[1]);
    expectPath(found.path, hits[0], (t) => {
      const latest = refits.findLast(({ origin }) => origin <= t + 929);
      const shortfall = studentShortfall(latest?.values[keys.indexOf("nu")] ?? Number.NaN, 0.05);
      return [valueAtRisk[0].loss[t], shortfall * sigmas[t] - means[t]];
    });
    expect(found.path.first).toBe(929);
    expect(found.path.returns).toEqual(returns);
  });

  // Fits by Nelder-Mead of a plain likelihood, tests by scipy 1.17.1; counts, coverage, independence, and exceptions of the latest 250.
  it("of the DAX, in-sample and out of sample, has the exceptions and tests of an independent program (numpy and scipy)", async () => {
    const found = await modelLosses(context, risk, dax, PRICES, MODEL, 0.95);
    const later = resultOf(await backtestModel({ values: dax, kind: "values", volatilityModel: MODEL }, context));
    const rows = [...(found.losses?.backtest.levels ?? []), ...later.levels];
    const expected = [
      [102, 0.9003197339884537, 0.3426959931893244, 1.03118770804965, 0.309879872390696, 0.3806961528840014],
      [22, 0.5967427890492161, 0.43982350520745195, 1.2625250342888714, 0.2611736766937107, 0.3946981783233058],
      [54, 1.2132754263378729, 0.27068440092993784, 0.28523490753318015, 0.5932904214858544, 0.47271851802946785],
      [14, 2.077235569534139, 0.14951073556828598, 0.42843201792882724, 0.5127593377768666, 0.2856940506491235],
    ];
    // Exceedance residuals: mean, and scipy's one-sided `ttest_1samp`.
    const shortfalls = [
      [0.07505787538772843, 0.5887185083163016, 0.2786822337025363],
      [0.2791726982742583, 0.5592429903594041, 0.2909558695033867],
      [0.033319406206780026, 0.4038120849539998, 0.3439878261746374],
      [-0.05309835259704359, -0.3906874731343423, 0.648822271654176],
    ];
    for (const [i, { counts, unconditional, independence, conditional, shortfall }] of rows.entries()) {
      const tests = [unconditional.statistic, unconditional.pValue, independence.statistic, independence.pValue, conditional.pValue];
      expect(counts.exceptions).toBe(expected[i][0]);
      // That program's estimates end 1e-6 from the maximum.
      [shortfall?.excess, shortfall?.statistic, shortfall?.pValue].forEach((value, k) => {
        expect(value).toBeCloseTo(shortfalls[i][k], 4);
      });
      tests.forEach((value, k) => {
        expect(value).toBeCloseTo(expected[i][k + 1], 10);
      });
    }
    expect(rows).toHaveLength(4);
    expect(found.losses?.backtest.basel).toEqual({ exceptions: 5, zone: "yellow" });
    expect(later.basel).toEqual({ exceptions: 6, zone: "yellow" });
  });

  it("out of sample does not look ahead: a last return of −50% or +0.1% changes only the last step", async () => {
    const prices = randomWalk(1201, 5);
    const endingWith = async (last: number) => {
      const values = prices.with(1200, prices[1199] * last);
      const found = resultOf(await backtestModel({ values, kind: "values", volatilityModel: MODEL }, context));
      const inSample = (await modelLosses(context, risk, values, PRICES, MODEL, 0.95)).losses?.backtest;
      return { found, inSample };
    };
    const [fallen, risen] = [await endingWith(0.5), await endingWith(1.001)];
    fallen.found.levels.forEach(({ counts }, i) => {
      expect(counts.exceptions).toBe(risen.found.levels[i].counts.exceptions + 1);
    });
    expect(fallen.found.basel?.exceptions).toBe((risen.found.basel?.exceptions ?? 0) + 1);
    // A fit to the whole series has seen the fall, and widens its limits before it.
    expect(fallen.inSample?.levels[0].counts.exceptions).toBeLessThan(risen.inSample?.levels[0].counts.exceptions ?? 0);
  });

  it("lists failed refits and tests every step in between, with the previous parameters", async () => {
    const returns = Float64Array.from(dax.slice(1, 1101), (value, t) => (t >= 400 && t < 1000 ? 0.1 : 100 * Math.log(value / dax[t])));
    const found = resultOf(await backtestModel({ values: returns, kind: "returns", volatilityModel: MODEL }, context));
    // Windows of 550 returns, refitted every 21: those that end in the last 50 of the 600 equal returns do not vary.
    expect(found.failures.map(({ origin }) => origin)).toEqual([970, 991]);
    expect(found.failures[0].message).toBe("the values have zero variance");
    expect(found).toMatchObject({ window: 550, refits: 25, path: { first: 550 } });
    for (const { counts } of found.levels) expect(counts.observations).toBe(550);
  });

  it("states its requirements: a model, 500 returns, and 250 steps for the Basel zone", async () => {
    const words = async (values: Float64Array, volatilityModel: HandedModel | null) => {
      const found = await backtestModel({ values, kind: "values", volatilityModel }, context);
      return found.ok ? found.value.basel : failureText(found.failure);
    };
    expect(await words(dax.slice(0, 500), MODEL)).toBe("not available: needs 500 returns, 499 given");
    expect(await words(dax.slice(0, 501), MODEL)).toMatchObject({ exceptions: expect.any(Number) });
    expect(await words(dax, null)).toMatch(/model/i);
    const few = await modelLosses(context, risk, dax.slice(0, 200), PRICES, MODEL, 0.95);
    expect(few.losses?.backtest.basel).toBeNull();
  });
});
