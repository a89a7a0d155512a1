import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../workers/lib/job";
import { filterRegimes, fitRegimes, labelled, type RegimeModel, smoothRegimes } from "../../workers/lib/regimes";
import { goldenColumn, goldenJson } from "../fixtures/golden";
import { testContext } from "./context";

interface Sampled {
  sampleIndex: number[];
  sampleValue: number[];
}

interface GoldenRegimes {
  input: { series: string; column: string };
  expected: {
    statsmodels: { mean: number[]; variance: number[]; loglikelihood: number; transition_row_from: number[][]; last_filtered: number[] };
    fixed_param_eval: {
      params: { P: number[][]; mu: [number, number]; s2: [number, number] };
      loglikelihood: number;
      filtered0: Sampled;
      smoothed0: Sampled;
    };
  };
}

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

async function load(id: string) {
  const golden = await goldenJson<GoldenRegimes>(`regime/ms2_${id}.json`);
  const values = (await goldenColumn(golden.input.series, golden.input.column)) ?? new Float64Array();
  return { ...golden.expected, values, column: { address: context.arena.put(values), n: values.length } };
}

function filterAndSmooth(column: { address: number; n: number }, model: RegimeModel) {
  return context.arena.scope(() => {
    const [filtered, smoothed] = [context.arena.take(column.n), context.arena.take(column.n)];
    const { logLikelihood } = filterRegimes(context, column, model, filtered);
    const sums = smoothRegimes(context, column, model, filtered, smoothed);
    return {
      logLikelihood,
      sums,
      filtered: context.arena.view(filtered, column.n).slice(),
      smoothed: context.arena.view(smoothed, column.n).slice(),
    };
  });
}

describe("filter and smoother at fixed parameters, against statsmodels", () => {
  for (const id of ["syn_regime2_1000", "syn_regime2_5000", "areturns_statsmodels", "syn_white_noise_4000"]) {
    it(`${id}: log-likelihood and probabilities to 1e-9`, async () => {
      const { column, fixed_param_eval: fixed } = await load(id);
      const { P, mu, s2 } = fixed.params;
      const own = filterAndSmooth(column, { stay: [P[0][0], P[1][1]], mean: mu, variance: s2 });
      expect(Math.abs(own.logLikelihood / fixed.loglikelihood - 1)).toBeLessThan(1e-12);
      for (const [part, expected] of [
        [own.filtered, fixed.filtered0],
        [own.smoothed, fixed.smoothed0],
      ] as const) {
        for (const [i, t] of expected.sampleIndex.entries())
          expect(Math.abs(part[t] - expected.sampleValue[i]), `t = ${t}`).toBeLessThan(1e-9);
      }
      // Expected counts add up to the length, and moves to one less.
      const [m00, m01, m10, m11, count0, , , count1] = own.sums;
      expect(count0 + count1).toBeCloseTo(column.n, 8);
      expect(m00 + m01 + m10 + m11).toBeCloseTo(column.n - 1, 8);
    });
  }
});

describe("fitting", () => {
  for (const id of ["syn_regime2_1000", "syn_regime2_5000"]) {
    it(`${id}: reaches the reference's optimum`, async () => {
      const { column, statsmodels } = await load(id);
      const found = fitRegimes(context, column);
      // EM takes the ergodic start as given and leans on 0.2 pseudo-observations: up to 0.05 below the exact optimum.
      expect(found?.logLikelihood).toBeGreaterThan(statsmodels.loglikelihood - 0.05);
      expect(found?.byVariance).toBe(false);
      expect(Math.abs((found?.bull.mean ?? 9) - statsmodels.mean[0])).toBeLessThan(0.02);
      expect(Math.abs((found?.bull.variance ?? 9) / statsmodels.variance[0] - 1)).toBeLessThan(0.01);
      expect(Math.abs((found?.bear.variance ?? 9) / statsmodels.variance[1] - 1)).toBeLessThan(0.01);
      expect(Math.abs((found?.probabilities.Bull ?? 9) - statsmodels.last_filtered[0])).toBeLessThan(0.01);
      const stay = 1 - 1 / (found?.bull.duration ?? 1);
      expect(Math.abs(stay - statsmodels.transition_row_from[0][0])).toBeLessThan(2e-3);
    });
  }

  it("a shift and a scale of the values shift and scale the answer", async () => {
    const { values, column } = await load("syn_regime2_1000");
    const plain = fitRegimes(context, column);
    const moved = fitRegimes(context, { address: context.arena.put(values.map((y) => 5 + 1e-3 * y)), n: values.length });
    expect(moved?.probabilities.Bull).toBeCloseTo(plain?.probabilities.Bull ?? Number.NaN, 5);
    expect(moved?.bear.mean).toBeCloseTo(5 + 1e-3 * (plain?.bear.mean ?? Number.NaN), 7);
    expect((moved?.bear.variance ?? 0) * 1e6).toBeCloseTo(plain?.bear.variance ?? Number.NaN, 3);
  });

  it("survives a value 60 standard deviations away", async () => {
    const { values } = await load("syn_regime2_1000");
    const spiked = values.slice();
    spiked[500] = 60;
    const model: RegimeModel = { stay: [0.98, 0.95], mean: [0.06, -0.15], variance: [0.36, 3.2] };
    const own = filterAndSmooth({ address: context.arena.put(spiked), n: spiked.length }, model);
    expect(Number.isFinite(own.logLikelihood)).toBe(true);
    for (const part of [own.filtered, own.smoothed]) for (const share of part) expect(share >= 0 && share <= 1).toBe(true);
    const found = fitRegimes(context, { address: context.arena.put(spiked), n: spiked.length });
    for (const one of [found?.bull, found?.bear]) expect(one?.variance).toBeGreaterThan(0.01);
    expect((found?.probabilities.Bull ?? -1) + (found?.probabilities.Bear ?? -1)).toBeCloseTo(1, 12);
  });

  it("a long column takes few rounds and gives what its repetition should", async () => {
    const { values } = await load("syn_regime2_5000");
    const long = new Float64Array(values.length * 24);
    for (let i = 0; i < 24; i++) long.set(values, i * values.length);
    const found = fitRegimes(context, { address: context.arena.put(long), n: long.length });
    expect(found?.iterations).toBeLessThanOrEqual(200);
    const once = fitRegimes(context, { address: context.arena.put(values), n: values.length });
    expect(Math.abs((found?.bear.variance ?? 0) / (once?.bear.variance ?? 1) - 1)).toBeLessThan(0.02);
    expect(found?.probabilities.Bull).toBeCloseTo(once?.probabilities.Bull ?? Number.NaN, 2);
  });

  it("has nothing to tell of values that do not vary", () => {
    expect(fitRegimes(context, { address: context.arena.put(new Float64Array(300).fill(2)), n: 300 })).toBeNull();
  });
});

describe("labels", () => {
  it("go by the mean where the means differ, else by the variance", () => {
    const model: RegimeModel = { stay: [0.9, 0.8], mean: [-1, 1], variance: [1, 4] };
    expect(labelled(model, 0.25, [500, 500])).toMatchObject({ byVariance: false, probabilities: { Bull: 0.75, Bear: 0.25 } });
    const alike: RegimeModel = { ...model, mean: [0.01, 0.02] };
    expect(labelled(alike, 0.25, [500, 500])).toMatchObject({
      byVariance: true,
      probabilities: { Bull: 0.25, Bear: 0.75 },
      bull: { variance: 1 },
    });
  });
});
