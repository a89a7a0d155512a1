import { beforeAll, describe, expect, it } from "vitest";
import { forwardFourBlock, forwardTwoBlock } from "../../../assembly/build/regimes-layouts.js";
import type { RegimeModel } from "../../../workers/regimes/model";
import { RegimeParameters } from "../../../workers/regimes/parameters";
import { RegimePasses } from "../../../workers/regimes/passes";
import { stationaryShares, stationarySlopes } from "../../../workers/regimes/stationary";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { goldenRegimes, REGIME_CASES } from "../../fixtures/regimes";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";
import { longRun, plainPath, plainRegimes } from "../reference/regimes";

let context: JobContext;
let kernels: KernelsOf<"regimes">;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("regimes");
});

const THREE: RegimeModel = {
  transition: [
    [0.95, 0.04, 0.01],
    [0.03, 0.94, 0.03],
    [0.02, 0.08, 0.9],
  ],
  mean: [0.1, -0.05, -0.2],
  variance: [0.3, 1.2, 6],
};
const FOUR: RegimeModel = {
  transition: [
    [0.9, 0.05, 0.04, 0.01],
    [0.02, 0.9, 0.05, 0.03],
    [0.1, 0.1, 0.7, 0.1],
    [0.01, 0.02, 0.07, 0.9],
  ],
  mean: [0.2, 0.05, -0.1, -0.3],
  variance: [0.2, 0.6, 1.5, 7],
};

/** Runs all passes over values at given parameters. */
function passOver<T>(values: Float64Array, states: number, use: (passes: RegimePasses) => T): T {
  return context.arena.scope(() =>
    use(new RegimePasses(context, kernels, { address: context.arena.put(values), n: values.length }, states)),
  );
}

const valuesOf = async (id: string) => (await goldenRegimes(id)).values ?? new Float64Array();

describe("filter and smoother at fixed parameters, against statsmodels 0.15.0", () => {
  for (const id of REGIME_CASES) {
    it(`${id}: log-likelihood to 1e-12, probabilities to 1e-9`, async (test) => {
      const { values, fixed_param_eval: fixed } = await goldenRegimes(id);
      if (!values) return test.skip("golden series not present");
      const { P, mu, s2 } = fixed.params;
      const model = { transition: P, mean: mu, variance: s2 };
      passOver(values, 2, (passes) => {
        expect(Math.abs(passes.logLikelihood(model) / fixed.loglikelihood - 1)).toBeLessThan(1e-12);
        const { filtered, smoothed } = passes.columns(model);
        for (const [own, expected] of [
          [filtered[0], fixed.filtered0],
          [smoothed[0], fixed.smoothed0],
        ] as const) {
          // Relative as well: the smallest probabilities of the file, 1e-48, are right to nine digits.
          for (const [i, t] of expected.sampleIndex.entries())
            expect(Math.abs(own[t] / expected.sampleValue[i] - 1), `t = ${t}`).toBeLessThan(1e-9);
        }
        for (let t = 0; t < values.length; t++) expect(Math.abs(filtered[0][t] + filtered[1][t] - 1)).toBeLessThan(1e-15);
      });
    });
  }
});

describe("against the plain twin", () => {
  for (const [name, model] of [
    ["three", THREE],
    ["four", FOUR],
  ] as const) {
    it(`${name} regimes: likelihood, probabilities, moves and path`, async () => {
      const values = (await valuesOf("syn_regime2_1000")).subarray(0, 777);
      const plain = plainRegimes(values, model);
      passOver(values, model.mean.length, (passes) => {
        const found = passes.expectation(model);
        expect(Math.abs(found.logLikelihood / plain.logLikelihood - 1)).toBeLessThan(1e-12);
        for (const [i, row] of plain.moves.entries())
          for (const [j, expected] of row.entries()) expect(Math.abs(found.moves[i][j] - expected)).toBeLessThan(1e-9);
        expect(found.counts.reduce((sum, count) => sum + count, 0)).toBeCloseTo(values.length, 9);
        const { filtered, smoothed } = passes.columns(model);
        for (const [regime, column] of filtered.entries())
          for (let t = 0; t < values.length; t++) {
            expect(Math.abs(column[t] - plain.filtered[t][regime])).toBeLessThan(1e-12);
            expect(Math.abs(smoothed[regime][t] - plain.smoothed[t][regime])).toBeLessThan(1e-12);
          }
        expect(Array.from(passes.path(model))).toEqual(plainPath(values, model));
      });
    });
  }

  // More than four blocks of 65,536 rows, the last of them short.
  it.each<[number, RegimeModel]>([
    [
      2,
      {
        transition: [
          [0.9, 0.1],
          [0.2, 0.8],
        ],
        mean: [0.2, -0.3],
        variance: [0.2, 0.9],
      },
    ],
    [4, FOUR],
  ])("%s regimes: a long column whose blocks are filtered again has the same bits", (states, model) => {
    const values = randomWalk(280_003, 5).map((price, t, all) => (t === 0 ? 0 : 100 * (price / all[t - 1] - 1)));
    const found = [values.length, 0].map((kept) =>
      context.arena.scope(() => {
        const column = { address: context.arena.put(values), n: values.length };
        const passes = new RegimePasses(context, kernels, column, states, kept);
        return [passes.expectation(model), passes.columns(model), passes.last(model), passes.probabilities(model, "smoothed", [1])];
      }),
    );
    expect(found[1]).toEqual(found[0]);
  });

  it("sums of deviations and squares are weighted by the smoothed probabilities", async () => {
    const values = await valuesOf("syn_regime2_1000");
    passOver(values, 3, (passes) => {
      const { counts, distances, squares } = passes.expectation(THREE);
      const { smoothed } = passes.columns(THREE);
      for (const i of [0, 1, 2]) {
        const sum = (of: (d: number) => number) => values.reduce((total, y, t) => total + smoothed[i][t] * of(y - THREE.mean[i]), 0);
        expect(Math.abs(counts[i] - sum(() => 1))).toBeLessThan(1e-9);
        expect(Math.abs(distances[i] - sum((d) => d))).toBeLessThan(1e-9);
        expect(Math.abs(squares[i] - sum((d) => d * d))).toBeLessThan(1e-9);
      }
    });
  });

  it("with two of four regimes never entered, equal the two-regime passes", async () => {
    const values = await valuesOf("syn_regime2_1000");
    const two: RegimeModel = {
      transition: [
        [0.97, 0.03],
        [0.08, 0.92],
      ],
      mean: [0.05, -0.2],
      variance: [0.4, 3],
    };
    // A third regime so remote, and so unlikely to be entered, that its probability vanishes.
    const wide: RegimeModel = {
      transition: [
        [0.97, 0.03, 1e-300],
        [0.08, 0.92, 1e-300],
        [0.5, 0.4, 0.1],
      ],
      mean: [...two.mean, 1e3],
      variance: [...two.variance, 1],
    };
    const narrow = passOver(values, 2, (passes) => passes.expectation(two));
    const found = passOver(values, 3, (passes) => passes.expectation(wide));
    expect(Math.abs(found.logLikelihood / narrow.logLikelihood - 1)).toBeLessThan(1e-13);
    for (const i of [0, 1]) for (const j of [0, 1]) expect(Math.abs(found.moves[i][j] / narrow.moves[i][j] - 1)).toBeLessThan(1e-12);
  });
});

describe("passes", () => {
  it("odd lengths and one value", async () => {
    const all = await valuesOf("syn_regime2_1000");
    for (const n of [1, 2, 3, 7, 8, 9, 15, 17, 33]) {
      const values = all.subarray(0, n);
      const model = { transition: THREE.transition.slice(0, 2).map(([stay]) => [stay, 1 - stay]), mean: [0, 1], variance: [1, 2] };
      const plain = plainRegimes(values, model);
      const found = passOver(values, 2, (passes) => passes.expectation(model));
      expect(Math.abs(found.logLikelihood - plain.logLikelihood)).toBeLessThan(1e-12);
      expect(Math.abs(found.moves[0][1] - plain.moves[0][1])).toBeLessThan(1e-12);
      const three = passOver(values, 3, (passes) => passes.expectation(THREE));
      expect(Math.abs(three.logLikelihood - plainRegimes(values, THREE).logLikelihood)).toBeLessThan(1e-12);
    }
  });

  it("weights have the same bits for any chunking", async () => {
    const values = await valuesOf("syn_regime2_5000");
    const start = longRun(THREE);
    const run = (lanes: 2 | 4, chunk: number) =>
      context.arena.scope(() => {
        const { arena } = context;
        const n = values.length;
        const column = new Float64Array(28).fill(1, 20, 24);
        for (const [i, row] of THREE.transition.entries()) {
          column.set(lanes === 2 ? [row[0] / (row[0] + row[1]), row[1] / (row[0] + row[1])] : row, 4 * i);
          column[16 + i] = THREE.mean[i];
          column[20 + i] = THREE.variance[i];
        }
        const at = [arena.put(values), arena.put(column), arena.take(lanes * n), arena.take(lanes * n)];
        const carry = arena.put(Float64Array.of(...(lanes === 2 ? [0.6, 0.4, 0] : start), 0, 0, 0));
        const four = arena.block(forwardFourBlock, {
          values: at[0],
          states: 3,
          model: at[1],
          alpha: at[2],
          weights: at[3],
          stride: 32,
          carry,
        });
        const two = arena.block(forwardTwoBlock, { values: at[0], model: at[1], alpha: at[2], weights: at[3], stride: 16, carry });
        for (let from = 0; from < n; from += chunk) {
          const to = Math.min(n, from + chunk);
          if (lanes === 2) kernels.forwardTwo(two, from, to);
          else kernels.forwardFour(four, from, to);
        }
        const weights = arena.view(at[2], lanes * n);
        const shares = Array.from({ length: n }, (_, t) => weights[lanes * t] / (weights[lanes * t] + weights[lanes * t + 1]));
        return { shares, logLikelihood: kernels.forwardLogLikelihood(carry) };
      });
    for (const lanes of [2, 4] as const) {
      const whole = run(lanes, values.length);
      for (const chunk of [8, 24, 1000]) {
        const cut = run(lanes, chunk);
        expect(cut.shares).toEqual(whole.shares);
        expect(Math.abs(cut.logLikelihood / whole.logLikelihood - 1)).toBeLessThan(1e-13);
      }
    }
  });

  it("a value 60 deviations away leaves valid probabilities", async () => {
    const values = (await valuesOf("syn_regime2_1000")).slice();
    for (const outlier of [60, -60, 1e6, 1e150]) {
      values[500] = outlier;
      for (const model of [
        THREE,
        FOUR,
        {
          transition: [
            [0.98, 0.02],
            [0.05, 0.95],
          ],
          mean: [0.06, -0.15],
          variance: [0.36, 3.2],
        },
      ]) {
        // prettier-ignore
        passOver(values, model.mean.length, (passes) => {
          const found = passes.expectation(model);
          expect(Number.isFinite(found.logLikelihood)).toBe(true);
          for (const count of found.counts) expect(count).toBeGreaterThanOrEqual(0);
          for (const column of Object.values(passes.columns(model)).flat())
            for (const share of column) if (!(share >= 0 && share <= 1 + 1e-12)) expect.fail(`${share} is no probability`);
        });
      }
    }
  });
});

describe("long-run distribution", () => {
  it("has the closed form for two regimes, and is the limit of the chain", () => {
    const [calm] = stationaryShares([
      [1 - 1e-9, 1e-9],
      [3e-9, 1 - 3e-9],
    ]);
    expect(Math.abs(calm - 0.75)).toBeLessThan(1e-15);
    for (const model of [THREE, FOUR]) {
      const walked = longRun(model);
      for (const [i, share] of stationaryShares(model.transition).entries()) expect(Math.abs(share - walked[i])).toBeLessThan(1e-14);
    }
  });

  it("has derivatives in the transitions equal to finite differences", () => {
    const weight = [0.7, -1.2, 0.4, 2];
    const sumOf = (transition: number[][]) => stationaryShares(transition).reduce((sum, share, i) => sum + share * weight[i], 0);
    const shares = stationaryShares(FOUR.transition);
    const slopes = stationarySlopes(FOUR.transition, shares, weight);
    for (const i of [0, 1, 2, 3]) {
      for (const j of [0, 1, 2, 3]) {
        if (i === j) continue;
        // Probability goes from staying to moving.
        const moved = (h: number) =>
          FOUR.transition.map((row, r) => row.map((p, c) => (r !== i ? p : c === j ? p + h : c === i ? p - h : p)));
        const difference = (sumOf(moved(1e-6)) - sumOf(moved(-1e-6))) / 2e-6;
        expect(Math.abs(shares[i] * (slopes[j] - slopes[i]) - difference)).toBeLessThan(1e-8);
      }
    }
  });
});

describe("exact gradient", () => {
  for (const model of [THREE, FOUR]) {
    it(`equals central differences for ${model.mean.length} regimes, including the initial distribution`, async () => {
      // Few values, so that the initial distribution matters.
      const values = (await valuesOf("syn_regime2_1000")).subarray(0, 40);
      passOver(values, model.mean.length, (passes) => {
        const parameters = new RegimeParameters(context.kernels, kernels, { mean: 0.02, deviation: 1.3 }, model.mean.length);
        const theta = parameters.fromModel(model);
        const start = parameters.toModel(theta);
        const gradient = parameters.gradient(start, passes.expectation(start));
        for (const k of theta.keys()) {
          const at = (h: number) => passes.logLikelihood(parameters.toModel(theta.map((value, i) => (i === k ? value + h : value))));
          expect(Math.abs((at(1e-5) - at(-1e-5)) / 2e-5 - gradient[k])).toBeLessThan(1e-6);
        }
      });
    });
  }

  it("parameters survive a round trip", () => {
    const parameters = new RegimeParameters(context.kernels, kernels, { mean: 0.02, deviation: 1.3 }, 4);
    const back = parameters.toModel(parameters.fromModel(FOUR));
    for (const i of [0, 1, 2, 3]) {
      expect(back.mean[i]).toBeCloseTo(FOUR.mean[i], 13);
      expect(back.variance[i]).toBeCloseTo(FOUR.variance[i], 13);
      for (const j of [0, 1, 2, 3]) expect(back.transition[i][j]).toBeCloseTo(FOUR.transition[i][j], 13);
    }
  });
});
