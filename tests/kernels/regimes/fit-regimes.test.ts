import { beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../../workers/contract";
import { forecastRegimes } from "../../../workers/regimes/forecast";
import { type FitRegimesInput, type FitRegimesOutput, fitRegimesJob } from "../../../workers/regimes/jobs/fit-regimes";
import { markovMetrics } from "../../../workers/regimes/metrics";
import { modelColumn, type RegimeModel } from "../../../workers/regimes/model";
import type { JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf, toldOutcome } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { goldenRegimes } from "../../fixtures/regimes";
import { testContext } from "../context";

let context: JobContext;
let result: FitRegimesOutput;

async function run(change: Partial<FitRegimesInput> & { values: Float64Array }): Promise<FitRegimesOutput> {
  return resultOf(await fitRegimesJob({ kind: "auto", times: null, ...change }, context));
}

/** Prices whose log returns in percent are the given values. */
function pricesOf(returns: Float64Array): Float64Array {
  const prices = new Float64Array(returns.length + 1).fill(100);
  for (const [t, r] of returns.entries()) prices[t + 1] = prices[t] * Math.exp(r / 100);
  return prices;
}

beforeAll(async () => {
  context = await testContext();
  const { values } = await goldenRegimes("syn_regime2_5000");
  const prices = pricesOf(values ?? new Float64Array());
  result = await run({ values: prices, times: Float64Array.from(prices, (_, t) => t * DAY) });
});

describe("fit-regimes of simulated prices", () => {
  it("recovers the simulated regimes, named and with standard errors", async () => {
    const { statsmodels } = await goldenRegimes("syn_regime2_5000");
    expect(result.kind).toBe("prices");
    expect(result.regimes.map(({ label }) => label)).toEqual(["Bull", "Bear"]);
    expect(Math.abs(result.fit.logLikelihood - statsmodels.loglikelihood)).toBeLessThan(1e-4);
    expect(Math.abs(result.fit.bic - statsmodels.bic)).toBeLessThan(1e-3);
    for (const [i, row] of result.regimes.entries()) {
      expect(Math.abs(row.mean - statsmodels.mean[i])).toBeLessThan(1e-3);
      expect(Math.abs(row.variance / statsmodels.variance[i] - 1)).toBeLessThan(1e-3);
      expect(Math.abs(row.duration / statsmodels.expected_duration[i] - 1)).toBeLessThan(2e-3);
      expect(Math.abs(row.share - statsmodels.stationary[i])).toBeLessThan(1e-4);
      expect(Math.abs(row.probability - statsmodels.last_filtered[i])).toBeLessThan(1e-3);
      expect(row.annualVolatility).toBeCloseTo((Math.sqrt(row.variance) / 100) * Math.sqrt(252), 12);
      expect(row.atFloor).toBe(false);
    }
    expect(result.current_regime_probabilities).toEqual({ Bull: result.regimes[0].probability, Bear: result.regimes[1].probability });
    expect(result.caption).toContain("mean");
    expect(result.cautions).toEqual([]);
  });

  it("gives filtered and smoothed columns and a path that match the true regimes", async () => {
    const truth = await goldenColumn("series/syn_regime2_5000.csv", "true_state");
    if (!truth) throw new Error("the series is a fixture");
    const n = truth.length;
    for (const columns of [result.filtered, result.smoothed]) {
      expect(columns.map(({ length }) => length)).toEqual([n, n]);
      for (let t = 0; t < n; t++) expect(Math.abs(columns[0][t] + columns[1][t] - 1)).toBeLessThan(1e-14);
    }
    const right = (guess: (t: number) => number) => truth.reduce((sum, state, t) => sum + Number(guess(t) === state), 0) / n;
    // statsmodels' smoothed probabilities are right 97.6% of the time, hmmlearn's path 97.76%.
    expect(right((t) => Number(result.smoothed[1][t] > 0.5))).toBeCloseTo(0.976, 3);
    expect(right((t) => result.path[t])).toBeCloseTo(0.9776, 3);
    expect(result.filtered[0][n - 1]).toBeCloseTo(result.regimes[0].probability, 12);
  });

  it("compares one to four regimes, and prefers the true two", () => {
    expect(result.criteria.map(({ states }) => states)).toEqual([1, 2, 3, 4]);
    expect(result.bestStates).toBe(2);
  });

  it("has the specification's figures", () => {
    const { metrics } = result;
    const [first, last] = [100, result.returns.reduce((price, r) => price * Math.exp(r / 100), 100)];
    expect(metrics.price_change).toBeCloseTo(last / first - 1, 10);
    expect(metrics.data_range).toEqual({ start: "1970-01-01", end: new Date(5000 * DAY).toISOString().slice(0, 10) });
    expect(metrics.trading_days).toBe(5001);
    const simple = Array.from(result.returns, (r) => Math.exp(r / 100) - 1);
    const deviationOf = (list: readonly number[]) => {
      const mean = list.reduce((sum, r) => sum + r, 0) / list.length;
      return { mean, deviation: Math.sqrt(list.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (list.length - 1)) };
    };
    const { mean, deviation } = deviationOf(simple);
    expect(metrics.sharpe_ratio).toBeCloseTo(((mean - 0.02 / 252) / deviation) * Math.sqrt(252), 10);
    expect(metrics.annualized_volatility).toBeCloseTo((deviationOf(Array.from(result.returns)).deviation / 100) * Math.sqrt(252), 10);
    let [peak, deepest, price] = [100, 0, 100];
    for (const r of result.returns) {
      price *= Math.exp(r / 100);
      peak = Math.max(peak, price);
      deepest = Math.min(deepest, price / peak - 1);
    }
    expect(metrics.max_drawdown).toBeCloseTo(deepest, 10);
  });

  it("uses returns as given, in percent or as fractions", async () => {
    const { values } = await goldenRegimes("syn_regime2_5000");
    if (!values) throw new Error("the series is a fixture");
    const percent = await run({ values, kind: "returns", compare: false });
    const fractions = await run({ values: values.map((r) => r / 100), kind: "returns", unit: "fraction", compare: false });
    expect(percent.metrics.price_change).toBeCloseTo(values.reduce((wealth, r) => wealth * (1 + r / 100), 1) - 1, 10);
    expect(fractions.metrics.price_change).toBeCloseTo(percent.metrics.price_change ?? Number.NaN, 10);
    expect(percent.metrics.trading_days).toBe(5000);
    expect(percent.metrics.data_range).toEqual({ start: null, end: null });
    for (const i of [0, 1]) expect(fractions.regimes[i].annualVolatility).toBeCloseTo(percent.regimes[i].annualVolatility, 6);
    expect(percent.criteria.map(({ states }) => states)).toEqual([1, 2]);
  });

  it("infers the unit of returns from their size if not given", async () => {
    const { values } = await goldenRegimes("syn_regime2_1000");
    if (!values) throw new Error("the series is a fixture");
    for (const [factor, unit] of [
      [1, "percent"],
      [0.01, "fraction"],
    ] as const) {
      const given = { values: values.map((r) => factor * r), kind: "returns", compare: false } as const;
      const [left, told] = [await run({ ...given, unit: "auto" }), await run({ ...given, unit })];
      expect(left).toEqual({ ...told, foundUnit: unit });
    }
    expect((await run({ values: pricesOf(values), kind: "auto", unit: "auto", compare: false })).foundUnit).toBeUndefined();
  });

  it("two regimes alone equal those of a comparison, to the bit", async () => {
    const { values } = await goldenRegimes("syn_regime2_1000");
    if (!values) throw new Error("the series is a fixture");
    const [alone, compared] = [await run({ values, kind: "returns", compare: false }), await run({ values, kind: "returns" })];
    expect(alone).toEqual({ ...compared, criteria: compared.criteria.slice(0, 2), bestStates: alone.bestStates });
  });

  it("uses the given risk-free rate, 2% by default", async () => {
    const { values } = await goldenRegimes("syn_regime2_1000");
    const prices = pricesOf(values ?? new Float64Array());
    const [usual, none] = [await run({ values: prices, compare: false }), await run({ values: prices, compare: false, riskFree: 0 })];
    const simple = Float64Array.from({ length: prices.length - 1 }, (_, t) => prices[t + 1] / prices[t] - 1);
    const mean = simple.reduce((sum, r) => sum + r, 0) / simple.length;
    const deviation = Math.sqrt(simple.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (simple.length - 1));
    expect(none.metrics.sharpe_ratio).toBeCloseTo((mean / deviation) * Math.sqrt(252), 10);
    expect(usual.metrics.sharpe_ratio).toBeCloseTo(((mean - 0.02 / 252) / deviation) * Math.sqrt(252), 10);
  });

  it("three and four regimes are named too", async () => {
    const { values } = await goldenRegimes("syn_regime2_1000");
    for (const [states, labels] of [
      [3, ["Bull", "Neutral", "Bear"]],
      [4, ["Bull", "Mild Bull", "Mild Bear", "Bear"]],
    ] as const) {
      const value = await run({ values: values ?? new Float64Array(), kind: "returns", states });
      expect(Object.keys(value.current_regime_probabilities)).toEqual(labels);
      expect(Object.values(value.current_regime_probabilities).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 13);
      expect(value.filtered.length).toBe(states);
    }
  });
});

describe("forecast", () => {
  const model: RegimeModel = {
    transition: [
      [0.9, 0.1],
      [0.3, 0.7],
    ],
    mean: [0.5, -1],
    variance: [0.4, 2],
  };

  it("probabilities follow the closed form of two regimes", async () => {
    const kernels = await context.load("regimes");
    const steps = forecastRegimes(context, kernels, model, [0.2, 0.8], 60, 0.9);
    for (const { step, probabilities } of steps)
      expect(Math.abs(probabilities[0] - (0.75 + (0.2 - 0.75) * 0.6 ** step))).toBeLessThan(1e-14);
    expect(forecastRegimes(context, kernels, model, [0.2, 0.8], 0, 0.9)).toEqual([]);
  });

  it("a sum of steps has the mean and variance over all paths", async () => {
    const kernels = await context.load("regimes");
    const steps = forecastRegimes(context, kernels, model, [0.2, 0.8], 6, 0.9);
    type Path = { weight: number; state: number; sum: number; square: number; noise: number };
    let paths: Path[] = [0.2, 0.8].map((weight, state) => ({ weight, state, sum: 0, square: 0, noise: 0 }));
    for (const found of steps) {
      paths = paths.flatMap(({ weight, state, sum, noise }) =>
        [0, 1].map((next) => ({
          weight: weight * model.transition[state][next],
          state: next,
          sum: sum + model.mean[next],
          square: 0,
          noise: noise + model.variance[next],
        })),
      );
      const mean = paths.reduce((total, { weight, sum }) => total + weight * sum, 0);
      const variance = paths.reduce((total, { weight, sum, noise }) => total + weight * ((sum - mean) ** 2 + noise), 0);
      expect(Math.abs(found.sumMean - mean)).toBeLessThan(1e-12);
      expect(Math.abs(found.sumDeviation - Math.sqrt(variance))).toBeLessThan(1e-12);
    }
  });

  it("a band has its coverage, and a single regime's is the normal one", async () => {
    const kernels = await context.load("regimes");
    const [step] = forecastRegimes(context, kernels, model, [0.2, 0.8], 1, 0.8);
    const cdf = (x: number) =>
      step.probabilities.reduce((sum, p, i) => sum + p * context.kernels.normalCdf((x - model.mean[i]) / Math.sqrt(model.variance[i])), 0);
    expect(Math.abs(cdf(step.lower) - 0.1)).toBeLessThan(1e-13);
    expect(Math.abs(cdf(step.upper) - 0.9)).toBeLessThan(1e-13);
    const alone = context.arena.scope(() => {
      const one = context.arena.put(modelColumn({ transition: [[1]], mean: [3], variance: [4] }, [1]));
      return kernels.mixtureQuantile(one, context.arena.put(Float64Array.of(1)), 1, 0.975);
    });
    expect(Math.abs(alone - (3 + 2 * 1.959963984540054))).toBeLessThan(1e-13);
  });
});

describe("refusals", () => {
  it("a price not above 0 is reported with its row, in the screen's words", async () => {
    const values = Float64Array.from({ length: 200 }, (_, t) => (t === 41 ? 0 : 100 + (t % 7)));
    const outcome = await fitRegimesJob({ values, kind: "prices", times: null }, context);
    expect(toldOutcome(outcome)).toEqual({
      ok: false,
      failure: {
        code: "bad-input",
        message: "Analysis failed: row 42 has the price 0; prices must be above 0",
        row: 42,
        value: "0",
      },
    });
  });

  const noise = Float64Array.from({ length: 300 }, (_, t) => Math.sin(t * t));
  const refusal = async (change: Partial<FitRegimesInput>) => {
    const outcome = await fitRegimesJob({ values: noise, kind: "returns", times: null, ...change }, context);
    return outcome.ok ? "" : failureText(outcome.failure);
  };
  it("state the reason", async () => {
    expect(await refusal({ values: new Float64Array() })).toBe("Please enter market data");
    for (const states of [1, 5, 2.5]) expect(await refusal({ states })).toContain("2, 3 or 4");
    expect(await refusal({ seed: Number.NaN })).toContain("seed");
    expect(await refusal({ horizon: -1 })).toContain("horizon");
    expect(await refusal({ level: 1 })).toContain("coverage");
    expect(await refusal({ annualization: 0 })).toContain("Steps per year");
    expect(await refusal({ values: noise.subarray(0, 99) })).toBe("Analysis failed: at least 100 returns are needed, 99 given");
    expect(await refusal({ values: new Float64Array(200).fill(3) })).toBe("Analysis failed: the values have zero variance");
    expect(await refusal({ values: noise.map((y, t) => (t === 7 ? Number.NaN : y)) })).toContain("row 8");
    expect(await refusal({ values: noise.map((y) => y + 0.5), kind: "prices" })).toContain("prices must be above 0");
  });

  it("canceling stops the fit, and frees its memory", async () => {
    const stopped = await testContext(9);
    const mark = stopped.kernels.arenaMark();
    await expect(fitRegimesJob({ values: noise, kind: "returns", times: null }, stopped)).rejects.toThrow("canceled");
    expect(stopped.kernels.arenaMark()).toBe(mark);
  });

  it("figures undefined after a total loss are not available", async () => {
    const kernels = await context.load("regimes");
    const values = noise.map((y, t) => (t === 5 ? -150 : y));
    const metrics = context.arena.scope(() =>
      markovMetrics(
        context,
        kernels,
        { address: context.arena.put(values), n: values.length, kind: "returns", scale: 0.01 },
        { perYear: 252, times: null },
      ),
    );
    for (const value of [metrics.annualized_volatility, metrics.sharpe_ratio, metrics.price_change, metrics.max_drawdown])
      expect(value === null || Number.isFinite(value)).toBe(true);
  });
});
