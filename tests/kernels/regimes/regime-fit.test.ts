import { beforeAll, describe, expect, it } from "vitest";
import { forwardFourBlock, forwardTwoBlock } from "../../../assembly/build/regimes-layouts.js";
import { fitBullAndBear } from "../../../workers/regimes/bull-and-bear";
import { fitRegimes, type RegimeFit, type RegimeFits } from "../../../workers/regimes/fit";
import { LANES, modelColumn, type RegimeModel } from "../../../workers/regimes/model";
import { orderOf } from "../../../workers/regimes/order";
import { RegimeParameters } from "../../../workers/regimes/parameters";
import { RegimePasses } from "../../../workers/regimes/passes";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { goldenRegimes, REGIME_CASES } from "../../fixtures/regimes";
import { testContext } from "../context";
import { plainRegimes } from "../reference/regimes";

let context: JobContext;
let kernels: KernelsOf<"regimes">;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("regimes");
});

const fitAll = (values: Float64Array, states: number[] = [2], seed = 1): RegimeFits | null =>
  context.arena.scope(() => fitRegimes(context, kernels, { address: context.arena.put(values), n: values.length }, { states, seed }));

function fitOf(values: Float64Array, states = 2, seed = 1): RegimeFit {
  const fit = fitAll(values, [states], seed)?.fits[0];
  if (!fit) throw new Error("no fit");
  return fit;
}

/** EM iterations after which the likelihood no longer changes. */
const ROUNDS = 80;
const calmFirst = ({ model }: RegimeFit): [number, number] => (model.variance[0] < model.variance[1] ? [0, 1] : [1, 0]);
const valuesOf = async (id: string) => (await goldenRegimes(id)).values ?? new Float64Array();

describe("two regimes, against statsmodels 0.15.0 (best of many starts)", () => {
  for (const id of REGIME_CASES) {
    it(id, async (test) => {
      const { values, statsmodels } = await goldenRegimes(id);
      if (!values) return test.skip("golden series not present");
      const fit = fitOf(values);
      const { model, errors } = fit;
      // At the same maximum: at least as high, and no higher than the reference's convergence error allows.
      expect(fit.logLikelihood).toBeGreaterThan(statsmodels.loglikelihood - 1e-7);
      expect(fit.logLikelihood).toBeLessThan(statsmodels.loglikelihood + 1e-4);
      expect(fit.converged).toBe(true);
      expect(Math.abs(fit.aic - statsmodels.aic)).toBeLessThan(2e-4);
      expect(Math.abs(fit.bic - statsmodels.bic)).toBeLessThan(2e-4);
      const order = calmFirst(fit);
      const bse = statsmodels.bse_statsmodels_order;
      // The reference orders regimes by its estimates, so standard errors are matched by size.
      const reference = (prefix: string) => [bse[`${prefix}[0]`], bse[`${prefix}[1]`]].sort((a, b) => a - b);
      for (const [rank, i] of order.entries()) {
        expect(Math.abs(model.mean[i] - statsmodels.mean[rank])).toBeLessThan(1e-3 * Math.sqrt(statsmodels.variance[rank]));
        expect(Math.abs(model.variance[i] / statsmodels.variance[rank] - 1)).toBeLessThan(1e-3);
        for (const [other, j] of order.entries())
          expect(Math.abs(model.transition[i][j] - statsmodels.transition_row_from[rank][other])).toBeLessThan(2e-4);
        const duration = 1 / (1 - model.transition[i][i]);
        expect(Math.abs(duration / statsmodels.expected_duration[rank] - 1)).toBeLessThan(2e-3);
      }
      // Both take second differences: statsmodels of the likelihood, ours of its exact gradient.
      const own = (list: (number | null)[]) => list.map((error) => error ?? 0).sort((a, b) => a - b);
      for (const [ours, theirs] of [
        [own(errors.mean), reference("const")],
        [own(errors.variance), reference("sigma2")],
        [own([errors.transition[0][0], errors.transition[1][1]]), [bse["p[0->0]"], bse["p[1->0]"]].sort((a, b) => a - b)],
      ])
        for (const i of [0, 1]) expect(Math.abs(ours[i] / theirs[i] - 1)).toBeLessThan(2e-3);
      context.arena.scope(() => {
        const passes = new RegimePasses(context, kernels, { address: context.arena.put(values), n: values.length }, 2);
        const { filtered, smoothed } = passes.columns(model);
        for (const [column, expected] of [
          [filtered[order[0]], statsmodels.filtered_prob_low_var],
          [smoothed[order[0]], statsmodels.smoothed_prob_low_var],
        ] as const)
          for (const [i, t] of expected.sampleIndex.entries()) expect(Math.abs(column[t] - expected.sampleValue[i])).toBeLessThan(1e-3);
        expect(Math.abs(passes.last(model)[order[0]] - statsmodels.last_filtered[0])).toBeLessThan(1e-3);
      });
    });
  }
});

describe("other references", () => {
  it("S&P 500 simple returns: ergodic maximum likelihood -7132.909208, three regimes above EM's -6902.176216", async (test) => {
    const close = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (!close) return test.skip("golden series not present");
    const values = Float64Array.from({ length: close.length - 1 }, (_, t) => 100 * (close[t + 1] / close[t] - 1));
    const [two, three] = fitAll(values, [2, 3])?.fits ?? [];
    expect(Math.abs(two.logLikelihood + 7132.909208)).toBeLessThan(1e-6);
    expect(Math.abs(two.bic - 14316.9575)).toBeLessThan(1e-3);
    expect(Math.abs(two.aic - 14277.8184)).toBeLessThan(1e-3);
    // Expectation-maximization with the ergodic start alone stops lower.
    expect(two.logLikelihood).toBeGreaterThan(-7132.920054);
    const { model } = two;
    for (const [value, expected] of [
      [model.transition[0][0], 0.988044],
      [model.transition[1][0], 0.021709],
      [model.mean[0], 0.070122],
      [model.mean[1], -0.069368],
      [model.variance[0], 0.469968],
      [model.variance[1], 3.256107],
    ])
      expect(Math.abs(value - expected)).toBeLessThan(3e-5);
    for (const [row, days] of [83.6, 46.1].entries()) expect(Math.abs(1 / (1 - model.transition[row][row]) - days)).toBeLessThan(0.1);
    // They move with the estimates, known to six digits.
    const filtered = context.arena.scope(() => {
      const column = { address: context.arena.put(values), n: values.length };
      return new RegimePasses(context, kernels, column, 2).last(model);
    });
    for (const [i, expected] of [0.20840563, 0.79159437].entries()) expect(Math.abs(filtered[i] - expected)).toBeLessThan(1e-4);
    expect(three.logLikelihood).toBeGreaterThan(-6902.176216);
    expect(three.logLikelihood).toBeLessThan(-6902.17);
    // A freely estimated initial regime gains at most ln(1 / share).
    for (const [i, expected] of [0.3009, 1.3536, 7.058].entries())
      expect(Math.abs(three.model.variance[i] / expected - 1)).toBeLessThan(0.01);
  });

  for (const id of ["areturns_statsmodels", "sp500_monthly_1950_2012", "syn_regime2_1000"]) {
    it(`${id}: depmixS4's and MSwM's parameters, except for the initial regime`, async (test) => {
      const { values } = await goldenRegimes(id);
      if (!values) return test.skip("golden series not present");
      const { expected } = await goldenJson<{
        expected: {
          depmixS4: { loglikelihood: number; mean: number[]; variance: number[]; transition_row_from: number[][] };
          MSwM: { loglikelihood: number; mean: number[]; sd: number[] };
        };
      }>(`regime/R_${id}.json`);
      const fit = fitOf(values);
      const order = calmFirst(fit);
      // depmixS4 estimates the initial regime, which gains up to the logarithm of its long-run share; MSwM stops up to 0.13 below.
      expect(fit.logLikelihood).toBeLessThan(expected.depmixS4.loglikelihood);
      expect(fit.logLikelihood).toBeGreaterThan(expected.depmixS4.loglikelihood - 0.5);
      for (const [rank, i] of order.entries()) {
        expect(Math.abs(fit.model.variance[i] / expected.depmixS4.variance[rank] - 1)).toBeLessThan(0.01);
        expect(Math.abs(fit.model.mean[i] - expected.depmixS4.mean[rank])).toBeLessThan(0.02 * Math.sqrt(expected.depmixS4.variance[rank]));
        expect(Math.abs(fit.model.variance[i] / expected.MSwM.sd[rank] ** 2 - 1)).toBeLessThan(0.02);
        expect(Math.abs(fit.model.transition[i][i] - expected.depmixS4.transition_row_from[rank][rank])).toBeLessThan(6e-3);
      }
    });
  }

  for (const id of REGIME_CASES.slice(0, 6)) {
    it(`${id}: hmmlearn's Viterbi path at hmmlearn's parameters`, async (test) => {
      const { values, hmmlearn } = await goldenRegimes(id);
      if (!values) return test.skip("golden series not present");
      const { transition_row_from: transition, mean, variance } = hmmlearn;
      const path = context.arena.scope(() =>
        new RegimePasses(context, kernels, { address: context.arena.put(values), n: values.length }, 2).path({
          transition,
          mean,
          variance,
        }),
      );
      const calm = path.filter((regime) => regime === 0).length;
      const switches = path.filter((regime, t) => t > 0 && regime !== path[t - 1]).length;
      // hmmlearn estimates the initial regime, ours follows the stationary distribution: the first spell may differ.
      expect(Math.abs(calm - hmmlearn.viterbi_low_count)).toBeLessThanOrEqual(2);
      expect(Math.abs(switches - hmmlearn.viterbi_switches)).toBeLessThanOrEqual(1);
      expect(Array.from(path.subarray(-20))).toEqual(hmmlearn.viterbi_last20);
    });
  }
});

/** Log-likelihood where the chain begins in one regime, by the kernels. */
function startingIn(regime: number, values: Float64Array, model: RegimeModel): number {
  const { arena } = context;
  const states = model.mean.length;
  return arena.scope(() => {
    const start = model.mean.map((_, i) => (i === regime ? 1 : 0));
    const lanes = states === 2 ? 2 : LANES;
    const at = [arena.put(values), arena.put(modelColumn(model, start)), arena.take(lanes), arena.take(lanes)];
    const carry = arena.put(Float64Array.from({ length: 12 }, (_, i) => start[i] ?? 0));
    const four = arena.block(forwardFourBlock, { values: at[0], states, model: at[1], alpha: at[2], weights: at[3], stride: 0, carry });
    const two = arena.block(forwardTwoBlock, { values: at[0], model: at[1], alpha: at[2], weights: at[3], stride: 0, carry });
    for (let from = 0; from < values.length; from += 4096) {
      const to = Math.min(values.length, from + 4096);
      if (states === 2) kernels.forwardTwo(two, from, to);
      else kernels.forwardFour(four, from, to);
    }
    return kernels.forwardLogLikelihood(carry);
  });
}

describe("with the initial regime estimated, as in hidden Markov models", () => {
  it("S&P 500: -7131.886991 with two regimes, -6901.429123 with three", async (test) => {
    const close = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (!close) return test.skip("golden series not present");
    const values = Float64Array.from({ length: close.length - 1 }, (_, t) => 100 * (close[t + 1] / close[t] - 1));
    for (const fit of fitAll(values, [2, 3])?.fits ?? []) {
      const published = fit.states === 2 ? -7131.886991 : -6901.429123;
      let { model } = fit;
      const begun = model.mean.map((_, regime) => startingIn(regime, values, model));
      const regime = begun.indexOf(Math.max(...begun));
      // Already near the maximum of the other likelihood; the published one is at most slightly higher, since its initial regime affects
      // one value of 5,030.
      expect(begun[regime]).toBeLessThan(published + 1e-6);
      expect(begun[regime]).toBeGreaterThan(published - 0.05);
      const start = model.mean.map((_, i) => (i === regime ? 1 : 0));
      for (let round = 0; round < ROUNDS; round++) {
        const { moves, smoothed } = plainRegimes(values, model, start);
        const weighted = (i: number, of: (y: number) => number) => values.reduce((sum, y, t) => sum + smoothed[t][i] * of(y), 0);
        const counts = start.map((_, i) => weighted(i, () => 1));
        const mean = counts.map((count, i) => weighted(i, (y) => y) / count);
        model = {
          transition: moves.map((row) => row.map((move) => move / row.reduce((sum, value) => sum + value, 0))),
          mean,
          variance: counts.map((count, i) => weighted(i, (y) => (y - mean[i]) ** 2) / count),
        };
      }
      expect(Math.abs(startingIn(regime, values, model) / plainRegimes(values, model, start).logLikelihood - 1)).toBeLessThan(1e-12);
      expect(Math.abs(startingIn(regime, values, model) - published), `${startingIn(regime, values, model)}`).toBeLessThan(2e-6);
    }
  });
});

describe("the federal funds rate, two means and one variance, against Stata 14", () => {
  it("log-likelihood -508.63592 and a zero gradient at its estimates", async () => {
    const values = (await goldenColumn("series/fedfunds.csv", "rate"))!;
    const variance = 2.107562 ** 2;
    const stata: RegimeModel = {
      transition: [
        [0.9820939, 1 - 0.9820939],
        [0.0503587, 1 - 0.0503587],
      ],
      mean: [3.70877, 9.556793],
      variance: [variance, variance],
    };
    context.arena.scope(() => {
      const passes = new RegimePasses(context, kernels, { address: context.arena.put(values), n: values.length }, 2);
      const parameters = new RegimeParameters(context.kernels, kernels, { mean: 5, deviation: 3 }, 2);
      const found = passes.expectation(stata);
      expect(Math.abs(found.logLikelihood + 508.63592)).toBeLessThan(6e-6);
      const slope = parameters.gradient(stata, found);
      // Log odds, means and the common variance: at a maximum up to the seven published digits.
      const common = slope[parameters.varianceAt(0)] + slope[parameters.varianceAt(1)];
      for (const part of [...slope.subarray(0, 4), common]) expect(Math.abs(part)).toBeLessThan(2e-4);
    });
  });
});

describe("properties of every fit", () => {
  it("more regimes are never less likely, and one regime is a normal distribution", async () => {
    const values = await valuesOf("syn_regime2_1000");
    const found = fitAll(values, [2, 3, 4]);
    const levels = [found?.one, ...(found?.fits ?? [])].map((fit) => fit?.logLikelihood ?? Number.NaN);
    for (let k = 1; k < 4; k++) expect(levels[k]).toBeGreaterThan(levels[k - 1] - 1e-6);
    const mean = values.reduce((sum, y) => sum + y, 0) / values.length;
    const variance = values.reduce((sum, y) => sum + (y - mean) ** 2, 0) / values.length;
    expect(Math.abs(levels[0] + 0.5 * values.length * (Math.log(2 * Math.PI * variance) + 1))).toBeLessThan(1e-9);
    // Two regimes generated the values, and the BIC finds them.
    const bic = [found?.one, ...(found?.fits ?? [])].map((fit) => fit?.bic ?? Number.NaN);
    expect(bic.indexOf(Math.min(...bic))).toBe(1);
    expect(found?.fits.map((fit) => fit.parameters)).toEqual([6, 12, 20]);
  });

  it("equivariance in scale, shift, sign and direction of time", async () => {
    const values = await valuesOf("syn_regime2_1000");
    const plain = fitOf(values);
    const [scale, shift] = [1e-4, 3e-3];
    const moved = fitOf(values.map((y) => shift + scale * y));
    expect(Math.abs(moved.logLikelihood + values.length * Math.log(scale) - plain.logLikelihood)).toBeLessThan(1e-6);
    const turned = fitOf(values.map((y) => -y));
    // A two-regime chain is time-reversible.
    const reversed = fitOf(values.slice().reverse());
    for (const other of [turned, reversed]) expect(Math.abs(other.logLikelihood - plain.logLikelihood)).toBeLessThan(1e-7);
    for (const i of [0, 1]) {
      expect(Math.abs((moved.model.mean[i] - shift) / scale - plain.model.mean[i])).toBeLessThan(1e-5);
      expect(Math.abs(moved.model.variance[i] / (scale * scale * plain.model.variance[i]) - 1)).toBeLessThan(1e-5);
      expect(Math.abs(turned.model.mean[1 - i] + plain.model.mean[i])).toBeLessThan(1e-5);
      expect(Math.abs(reversed.model.transition[i][i] - plain.model.transition[i][i])).toBeLessThan(1e-5);
      expect(Math.abs((moved.errors.mean[i] ?? 0) / (scale * (plain.errors.mean[i] ?? 1)) - 1)).toBeLessThan(1e-3);
    }
  });

  it("the same seed gives the same bits, another seed the same maximum", async () => {
    const values = await valuesOf("syn_regime2_5000");
    const [first, second, other] = [fitOf(values), fitOf(values), fitOf(values, 2, 77)];
    expect(second).toEqual(first);
    expect(Math.abs(other.logLikelihood - first.logLikelihood)).toBeLessThan(1e-6);
    // The same in Node, Chromium and Firefox.
    expect(digest(first)).toBe(DIGEST);
  });

  it("rows of the transition matrix add up to 1, and the standard errors of a row of two agree", async () => {
    for (const fit of fitAll(await valuesOf("syn_regime2_1000"), [2, 3, 4])?.fits ?? []) {
      for (const row of fit.model.transition) {
        expect(Math.abs(row.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(1e-14);
        for (const p of row) expect(p).toBeGreaterThan(0);
      }
      if (fit.states === 2) expect(fit.errors.transition[0][0]).toBeCloseTo(fit.errors.transition[0][1] ?? 0, 12);
    }
  });

  it("a long column is fitted starting from its newest part, and agrees with the series it repeats", async () => {
    const values = await valuesOf("syn_regime2_5000");
    const long = new Float64Array(values.length * 12);
    for (let i = 0; i < 12; i++) long.set(values, i * values.length);
    const [once, often] = [fitOf(values), fitOf(long)];
    for (const i of [0, 1]) {
      expect(Math.abs(often.model.variance[i] / once.model.variance[i] - 1)).toBeLessThan(0.01);
      expect(Math.abs((often.errors.mean[i] ?? 0) / ((once.errors.mean[i] ?? 1) / Math.sqrt(12)) - 1)).toBeLessThan(0.02);
    }
  });
});

describe("degenerate input", () => {
  it("constant values have no regimes", () => {
    expect(fitAll(new Float64Array(300).fill(2))).toBeNull();
    expect(fitAll(new Float64Array(1).fill(2))).toBeNull();
  });

  it("a value 60 deviations away becomes its own regime at the variance floor, and is reported", async () => {
    const values = (await valuesOf("syn_white_noise_4000")).slice(0, 1000);
    values[500] = 60;
    const fit = fitOf(values);
    expect(Number.isFinite(fit.logLikelihood)).toBe(true);
    for (const variance of fit.model.variance) expect(variance).toBeGreaterThan(1e-4);
    expect(fit.atFloor).toContain(true);
    expect(Math.min(...fit.counts)).toBeLessThan(1.5);
    for (const part of [fit.model.mean, fit.model.variance, fit.model.transition.flat(), fit.counts])
      for (const value of part) expect(Number.isFinite(value)).toBe(true);
  });

  it("few, huge, tiny and mostly equal values give finite numbers", async () => {
    const noise = await valuesOf("syn_white_noise_4000");
    const quiet = noise.slice(0, 400).map((y, t) => (t % 7 === 0 ? y : 0));
    for (const values of [
      noise.slice(0, 5),
      noise.slice(0, 400).map((y) => 1e100 * y),
      noise.slice(0, 400).map((y) => 1e-100 * y),
      quiet,
    ]) {
      for (const states of [2, 3, 4]) {
        const fit = fitOf(values, states);
        const numbers = [
          fit.logLikelihood,
          fit.bic,
          ...fit.model.mean,
          ...fit.model.variance,
          ...fit.model.transition.flat(),
          ...fit.counts,
        ];
        for (const value of numbers) expect(Number.isFinite(value)).toBe(true);
      }
    }
  });
});

describe("names", () => {
  const errors = (spread: number) => ({ transition: [], mean: [], variance: [], meanCovariance: Float64Array.of(spread, 0, 0, spread) });
  it("follow the mean if the means differ by a standard error, else the variance", () => {
    const model = { transition: [], mean: [-1, 1], variance: [1, 4] };
    expect(orderOf(model, errors(0.1), [500, 500])).toEqual({ by: "mean", order: [1, 0] });
    expect(orderOf(model, errors(10), [500, 500])).toEqual({ by: "variance", order: [0, 1] });
    // Without standard errors the regimes count as observed: 2 against sqrt(1/4 + 4/500).
    expect(orderOf(model, { ...errors(0), meanCovariance: null }, [4, 500])).toEqual({ by: "mean", order: [1, 0] });
  });

  it("Bull and Bear are a fit's first and last regime", async () => {
    const values = await valuesOf("syn_regime2_1000");
    const { statsmodels } = await goldenRegimes("syn_regime2_1000");
    const found = context.arena.scope(() => fitBullAndBear(context, kernels, { address: context.arena.put(values), n: values.length }));
    expect(found?.byVariance).toBe(false);
    expect(Math.abs((found?.probabilities.Bull ?? 0) - statsmodels.last_filtered[0])).toBeLessThan(1e-4);
    expect((found?.probabilities.Bull ?? 0) + (found?.probabilities.Bear ?? 0)).toBeCloseTo(1, 14);
    expect(found?.bear.variance).toBeGreaterThan(found?.bull.variance ?? 9);
  });
});

/** A digest of the bits of everything in a fit. */
function digest({ model, errors, logLikelihood, counts }: RegimeFit): string {
  const numbers = [
    logLikelihood,
    ...model.mean,
    ...model.variance,
    ...model.transition.flat(),
    ...counts,
    ...errors.mean,
    ...errors.variance,
  ];
  const bits = new BigUint64Array(Float64Array.from(numbers, (value) => value ?? 0).buffer);
  return bits.reduce((sum, part) => BigInt.asUintN(64, sum * 0x100000001b3n + part), 0xcbf29ce484222325n).toString(16);
}

const DIGEST = "3c893cd6aea4b446";
