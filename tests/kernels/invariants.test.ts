import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { crossSectionBlock } from "../../assembly/build/factors-layouts.js";
import { describeAt } from "../../workers/numerics/describe";
import { analyzeRisk, type RiskInput } from "../../workers/risk/jobs/analyze-risk";
import type { JobContext } from "../../workers/runtime/job";
import type { KernelsOf } from "../../workers/runtime/wasm/kernels";
import { fitModel } from "../../workers/volatility/fit";
import type { ModelAsk } from "../../workers/volatility/garch-model";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { resultOf } from "../fixtures/failure-text";
import { runs } from "../fixtures/in-all";
import { generator, RULES, randomBars, runKernel } from "./backtest/backtest-run";
import { type ColumnKernel, runColumn } from "./columns";
import { testContext } from "./context";
import type { Bar } from "./reference/backtest";
import { uniforms } from "./reference/random";
import { seedTwin, shuffleTwin } from "./reference/random-bits";

let context: JobContext;
let factors: KernelsOf<"factors">;
let backtest: KernelsOf<"backtest">;
let structure: KernelsOf<"structure">;
beforeAll(async () => {
  context = await testContext();
  [factors, backtest, structure] = await Promise.all([context.load("factors"), context.load("backtest"), context.load("structure")]);
});

/** Returns of about 1% with volatility clustering; the shocks are sums of uniform draws. */
function clustered(length: number, seed: number): Float64Array {
  const next = uniforms(seed);
  let [variance, shock] = [1, 0];
  return Float64Array.from({ length }, () => {
    variance = 0.05 + 0.12 * shock * shock + 0.83 * variance;
    shock = Math.sqrt(3 * variance) * (next() + next() + next() + next() - 2);
    return 0.01 * (shock + 0.05);
  });
}
const RETURNS = clustered(900, 81);
const turned = RETURNS.map((value) => -value);
/** The same values in another order. */
const shuffled = Float64Array.from(shuffleTwin([...RETURNS], seedTwin(3)));

/** Multiples of 1/16: sums and differences of a few are exact. */
const column = fc
  .array(fc.integer({ min: -16_000, max: 16_000 }), { minLength: 40, maxLength: 120 })
  .map((list) => Float64Array.from(list, (value) => value / 16));
const near = (found: ArrayLike<number>, expected: ArrayLike<number>, size: number) => {
  expect(found.length).toBe(expected.length);
  // Rounding over a few hundred sums of values up to 1,000.
  for (let t = 0; t < found.length; t++)
    if (!(Number.isNaN(found[t]) && Number.isNaN(expected[t]))) expect(Math.abs(found[t] - expected[t])).toBeLessThan(1e-9 * size);
};

describe("indicators", () => {
  const average: Record<string, ColumnKernel> = {
    sma: (at, from, to) => context.kernels.sma(at.values, from, to, 12, at.out),
    ema: (at, from, to) => context.kernels.ema(at.values, from, to, 12, at.out),
  };
  it("averages follow shift and sign; momentum ignores shifts", () => {
    fc.assert(
      fc.property(column, fc.double({ min: -1e3, max: 1e3, noNaN: true }), (values, shift) => {
        for (const kernel of Object.values(average)) {
          const plain = runColumn(context.kernels, values, kernel);
          near(
            runColumn(
              context.kernels,
              values.map((value) => value + shift),
              kernel,
            ),
            plain.map((value) => value + shift),
            1e3,
          );
          const minus = runColumn(
            context.kernels,
            values.map((value) => -value),
            kernel,
          );
          // 0 - 0 removes the difference between 0 and -0.
          expect(minus.map((value) => 0 - value)).toEqual(plain.map((value) => 0 + value));
        }
        const momentum: ColumnKernel = (at, from, to) => context.kernels.momentum(at.values, from, to, 5, at.out);
        near(
          runColumn(
            context.kernels,
            values.map((value) => value + shift),
            momentum,
          ),
          runColumn(context.kernels, values, momentum),
          1e3,
        );
      }),
      { seed: 8, numRuns: runs(60) },
    );
  });

  it("the RSI of mirrored prices is 100 minus the RSI", () => {
    const rsi: ColumnKernel = (at, from, to) => context.kernels.rsi(at.values, from, to, 14, at.out, at.state);
    fc.assert(
      fc.property(column, (values) => {
        const mirrored = runColumn(
          context.kernels,
          values.map((value) => 5000 - value),
          rsi,
        );
        // While nothing has moved, both are 50.
        near(
          mirrored,
          runColumn(context.kernels, values, rsi).map((value) => 100 - value),
          1e3,
        );
      }),
      { seed: 9, numRuns: runs(60) },
    );
  });
});

it("moments: order does not matter, a changed sign flips mean and skewness, a shift changes only the mean", () => {
  const of = (values: Float64Array) => context.arena.scope(() => describeAt(context, context.arena.put(values), 0, values.length));
  const [plain, other, minus, moved] = [RETURNS, shuffled, turned, RETURNS.map((value) => value + 0.5)].map(of);
  const close = (a: number | null, b: number | null) =>
    expect(Math.abs((a ?? Number.NaN) - (b ?? Number.NaN))).toBeLessThan(1e-11 * (1 + Math.abs(b ?? 0)));
  for (const name of ["mean", "deviation", "skewness", "kurtosis"] as const) {
    close(other[name], plain[name]);
    const odd = name === "mean" || name === "skewness";
    close(minus[name], odd ? -(plain[name] ?? 0) : plain[name]);
    close(moved[name], (plain[name] ?? 0) + (name === "mean" ? 0.5 : 0));
  }
});

describe("volatility models", () => {
  const asks: Partial<ModelAsk>[] = [
    { variance: "garch", distribution: "normal" },
    { variance: "garch", distribution: "skewt" },
    { variance: "figarch", distribution: "t" },
    { variance: "har", distribution: "normal" },
  ];
  for (const ask of asks) {
    it(`${ask.variance}, ${ask.distribution}: a changed sign flips mean and skew, a changed scale rescales what is in units of returns`, async () => {
      const model: ModelAsk = { p: 1, q: 1, distribution: "normal", preSample: "sample", ...ask };
      const fitted = async (returns: Float64Array) => {
        return resultOf(await fitModel(context, returns, model, DEFAULT_FIT_OPTIONS));
      };
      const [plain, minus, large] = [await fitted(RETURNS), await fitted(turned), await fitted(RETURNS.map((value) => 1024 * value))];
      expect(Math.abs(minus.logLikelihood - plain.logLikelihood)).toBeLessThan(1e-6);
      expect(Math.abs(large.logLikelihood - plain.logLikelihood + plain.n * Math.log(1024))).toBeLessThan(1e-6);
      // Six digits: what the optimizer preserves when it approaches the maximum from the other side.
      const { mu } = plain.parameters;
      expect(Math.abs(minus.parameters.mu + mu)).toBeLessThan(1e-5 * Math.abs(mu) + 1e-8);
      expect(Math.abs(large.parameters.mu / 1024 - mu)).toBeLessThan(1e-5 * Math.abs(mu) + 1e-8);
      if (plain.parameters.lambda !== null) expect(minus.parameters.lambda).toBeCloseTo(-plain.parameters.lambda, 5);
      for (const t of [0, 100, 899]) {
        expect(minus.volatility[t] / plain.volatility[t]).toBeCloseTo(1, 5);
        expect(large.volatility[t] / plain.volatility[t] / 1024).toBeCloseTo(1, 5);
        expect(minus.residuals[t]).toBeCloseTo(-plain.residuals[t], 4);
      }
    });
  }
});

it("losses of a sample: order does not matter, scale does; drawdowns depend on the order", async () => {
  const report = async (values: Float64Array) => {
    const input: RiskInput = { values, kind: "returns", lookbackPeriod: values.length, iterations: 0, draws: 200, riskFree: 0 };
    return resultOf(await analyzeRisk(input, context));
  };
  const [plain, other, doubled] = [await report(RETURNS), await report(shuffled), await report(RETURNS.map((value) => 2 * value))];
  for (const name of [
    "historicalVar",
    "historicalShortfall",
    "parametricVar",
    "parametricShortfall",
    "cornishFisherVar",
    "cornishFisherShortfall",
  ] as const) {
    const value = plain.losses[name].value ?? Number.NaN;
    expect(value).toBeGreaterThan(0);
    expect(other.losses[name].value).toBeCloseTo(value, 12);
    expect(doubled.losses[name].value).toBeCloseTo(2 * value, 12);
  }
  expect(other.maxDrawdown).not.toBe(plain.maxDrawdown);
  expect(other.additionalMetrics.sharpeRatio).toBeCloseTo(plain.additionalMetrics.sharpeRatio ?? Number.NaN, 10);
  expect(doubled.additionalMetrics.sharpeRatio).toBeCloseTo(plain.additionalMetrics.sharpeRatio ?? Number.NaN, 10);
});

it("a backtest in another currency has the same orders and a proportional account, to the bit", () => {
  const bars = randomBars(400, generator(83));
  const next = generator(84);
  const scores = bars.map(() => 2 * next() - 1);
  const rules = { ...RULES, fee: 0.001, slippage: 0.002, stopLoss: 0.03, takeProfit: 0.06, trailing: 0.05 };
  const times = (value: number | null) => (value === null ? null : value * 1024);
  const scaled: Bar[] = bars.map(({ open, high, low, close }) => ({
    open: times(open),
    high: times(high),
    low: times(low),
    close: close * 1024,
  }));
  const plain = runKernel(context, backtest, bars, scores, null, rules);
  const large = runKernel(context, backtest, scaled, scores, null, { ...rules, capital: rules.capital * 1024 });
  expect(plain.trades.length).toBeGreaterThan(20);
  expect(large.equity).toEqual(plain.equity.map((value) => value * 1024));
  expect(large.weight).toEqual(plain.weight);
  expect(large.trades.map(({ entryRow, exitRow, side, quantity, exit }) => [entryRow, exitRow, side, quantity, exit])).toEqual(
    plain.trades.map(({ entryRow, exitRow, side, quantity, exit }) => [entryRow, exitRow, side, quantity, exit]),
  );
});

it("a factor across assets: only its ranks matter, a changed sign flips its results, a shift of all returns changes no spread", () => {
  const [days, assets] = [30, 7];
  const next = uniforms(85);
  const table = () => Float64Array.from({ length: days * assets }, () => next() - 0.5);
  const [factor, forward] = [table(), table()];
  const run = (x: Float64Array, y: Float64Array) =>
    context.arena.scope(() => {
      const [at, returns, scratch, percent, ...out] = [
        x,
        y,
        ...[7 * assets, days * assets, days, days, days, days].map((n) => new Float64Array(n)),
      ].map((values) => context.arena.put(values));
      factors.crossSection(
        context.arena.block(crossSectionBlock, {
          factor: at,
          forward: returns,
          n: days,
          assets,
          least: 4,
          top: 0.3,
          scratch,
          percent,
          ic: out[0],
          spread: out[1],
          renewal: out[2],
          steadiness: out[3],
        }),
        0,
        days,
      );
      return out.map((address) => context.arena.view(address, days).slice());
    });
  const [ic, spread, renewal, steadiness] = run(factor, forward);
  expect(
    run(
      factor.map((value) => 3 * value ** 3 + 2),
      forward,
    ),
  ).toEqual([ic, spread, renewal, steadiness]);
  const minus = run(
    factor.map((value) => -value),
    forward,
  );
  expect(minus[0].map((value) => 0 - value)).toEqual(ic.map((value) => 0 + value));
  near(
    minus[1],
    spread.map((value) => -value),
    1e-3,
  );
  expect(minus[3]).toEqual(steadiness);
  near(
    run(
      factor,
      forward.map((value) => value + 0.7),
    )[1],
    spread,
    1e-3,
  );
  // Assets in another order.
  const reordered = (values: Float64Array) =>
    Float64Array.from({ length: days * assets }, (_, i) => values[((Math.floor(i / days) * 3) % assets) * days + (i % days)]);
  const other = run(reordered(factor), reordered(forward));
  near(other[0], ic, 1e-3);
  near(other[1], spread, 1e-3);
});

it("surprise and rank of a return: a changed sign keeps the surprise and flips the rank", () => {
  const sigma = RETURNS.map(() => 1);
  const surprise = (values: Float64Array) =>
    context.arena.scope(() => {
      const out = context.arena.take(values.length);
      structure.studentSurprise(context.arena.put(values), context.arena.put(sigma), 0, values.length, 6, out);
      return context.arena.view(out, values.length).slice();
    });
  expect(surprise(turned)).toEqual(surprise(RETURNS));
  const rank = (values: Float64Array, value: number) =>
    context.arena.scope(() => {
      const out = context.arena.put(new Float64Array(2));
      structure.rankWithin(context.arena.put(values), 0, values.length, value, out);
      return context.arena.view(out, 2)[0];
    });
  for (const value of RETURNS.subarray(0, 20)) expect(rank(turned, -value)).toBe(RETURNS.length - rank(RETURNS, value));
});
