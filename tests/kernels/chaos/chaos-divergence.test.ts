import { beforeAll, describe, expect, it } from "vitest";
import { divergenceOf } from "../../../workers/chaos/divergence";
import { chooseRegion, fitSlope } from "../../../workers/chaos/fit-region";
import { kantzOf } from "../../../workers/chaos/kantz";
import { type ChaosKernels, type Embedding, pointsOf } from "../../../workers/chaos/neighbors";
import type { JobContext } from "../../../workers/runtime/job";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";
import { plainDivergence, plainKantz, plainNeighbors } from "../reference/chaos";
import { henon, logistic, logReturnsOf, lorenz, noise, rossler, scaled } from "./chaos-series";

interface GoldenLyapunov {
  input: { series: string; column: string; transform: "none" | "logret"; head: number; sample_interval: number };
  expected: {
    nolds_lyap_r: { call: string; exponent: number | null; divergence_curve: number[] };
    nolitsa_mle: { divergence_curve?: (number | null)[] };
    theory: number | null;
  };
  tolerance: { theory: { rel: number | null } };
}

interface GoldenKantz {
  input: GoldenLyapunov["input"];
  expected: { tseriesChaos_lyap_k: { call: string; curve: number[] } };
}

let context: JobContext;
let chaos: ChaosKernels;
beforeAll(async () => {
  context = await testContext();
  chaos = await context.load("chaos");
});

async function inputOf({ series, column, transform, head }: GoldenLyapunov["input"]): Promise<Float64Array | null> {
  const values = await goldenColumn(series, column);
  return values && (transform === "logret" ? logReturnsOf(values) : values).slice(0, head);
}

const numbersIn = (call: string, names: string[]) => names.map((name) => Number(new RegExp(`\\b${name}=([\\d.e-]+)`).exec(call)?.[1]));

const curveOf = (values: Float64Array, embedding: Embedding, steps: number, method: "auto" | "tree" | "diagonal" = "auto") =>
  context.arena.scope(() => divergenceOf(context, chaos, scaled(context, values), embedding, steps, method));

const GOLDEN = [
  "syn_logistic_r4_4000",
  "syn_henon_4000",
  "syn_lorenz_x_6000",
  "syn_rossler_x_5000",
  "syn_sine_2000",
  "syn_white_noise_4000",
  "syn_logistic_r35_periodic_2000",
  "sp500_1999_2018",
  "goog_2004_2013",
];

describe("Rosenstein's curve and slope against nolds 0.6.1 with the same parameters: 1e-8, theory within each case's own tolerance", () => {
  for (const id of GOLDEN) {
    it(id, async ({ skip }) => {
      const golden = await goldenJson<GoldenLyapunov>(`lyapunov/lyap_${id}.json`);
      const values = await inputOf(golden.input);
      if (values === null) return skip("golden series not present");
      const { call, exponent, divergence_curve } = golden.expected.nolds_lyap_r;
      const [dimension, lag, theiler, steps, offset] = numbersIn(call, ["emb_dim", "lag", "min_tsep", "trajectory_len", "fit_offset"]);
      const { curve } = curveOf(values, { dimension, lag, theiler }, steps);
      if (exponent === null) {
        // On an exactly periodic series neighbors never diverge.
        expect([...curve].every(Number.isNaN)).toBe(true);
        expect(fitSlope(curve, 0, steps - 1)).toBeNull();
        return;
      }
      for (const [k, s] of divergence_curve.entries()) expect(Math.abs(curve[k] - s), `k = ${k}`).toBeLessThan(1e-8);
      const slope = (fitSlope(curve, offset, steps - 1)?.slope ?? Number.NaN) / golden.input.sample_interval;
      expect(Math.abs(slope - exponent)).toBeLessThan(1e-8);
      const { theory } = golden.expected;
      const { rel } = golden.tolerance.theory;
      if (theory && rel) expect(Math.abs(slope / theory - 1)).toBeLessThan(rel);
      // nolitsa follows different points at the end of the series, so its averages differ by a few hundredths.
      for (const [k, s] of (golden.expected.nolitsa_mle.divergence_curve ?? []).entries()) {
        if (s !== null && id !== "syn_sine_2000") expect(Math.abs(curve[k] - s), `nolitsa, k = ${k}`).toBeLessThan(0.04);
      }
    });
  }
});

describe("published and computed references", () => {
  const slopeOf = (values: Float64Array, embedding: Embedding, to: number) =>
    fitSlope(curveOf(values, embedding, 20).curve, 0, to)?.slope ?? Number.NaN;

  it("logistic map from 0.3: curve, slopes and nolds' value, to the digits given", () => {
    const embedding = { dimension: 2, lag: 1, theiler: 1 };
    const { curve } = curveOf(logistic(500), embedding, 20);
    for (const [k, s] of [-6.609, -5.92, -5.229, -4.539, -3.844, -3.157, -2.507, -1.857].entries()) {
      expect(Math.abs(curve[k] - s), `k = ${k}`).toBeLessThan(5.1e-4);
    }
    expect(slopeOf(logistic(500), embedding, 4)).toBeCloseTo(0.6912, 4);
    expect(slopeOf(logistic(500), embedding, 5)).toBeCloseTo(0.6909, 4);
    expect(Math.abs((fitSlope(curveOf(logistic(500), embedding, 6).curve, 0, 5)?.slope ?? 0) - 0.6928648471442463)).toBeLessThan(1e-8);
    // For the long orbit only the slope is published, to the last digit; ln 2 to 2%.
    const long = slopeOf(logistic(5000), embedding, 5);
    expect(Math.abs(long - 0.6941)).toBeLessThan(5e-4);
    expect(Math.abs(long / Math.LN2 - 1)).toBeLessThan(0.02);
  });

  it("Henon map: .4175 at 500 values, .4206 at 5000; theory .41922 within 5%", () => {
    const embedding = { dimension: 2, lag: 1, theiler: 1 };
    expect(Math.abs(slopeOf(henon(500), embedding, 7) - 0.4175)).toBeLessThan(1e-3);
    const long = slopeOf(henon(5000), embedding, 9);
    expect(Math.abs(long - 0.4206)).toBeLessThan(1e-3);
    expect(Math.abs(long / 0.41922 - 1)).toBeLessThan(0.05);
  });

  it("Lorenz 16, 45.92, 4 (1.50) and Rossler .15, .2, 10 (.090): within the stated ranges", () => {
    const fast = curveOf(lorenz(5000, [16, 45.92, 4], 0.01, 2000), { dimension: 3, lag: 11, theiler: 50 }, 301);
    for (const [from, to] of [
      [20, 120],
      [40, 120],
      [50, 200],
    ]) {
      const slope = (fitSlope(fast.curve, from, to)?.slope ?? 0) / 0.01;
      expect(slope).toBeGreaterThan(1.385);
      expect(slope).toBeLessThan(1.605);
    }
    const slow = curveOf(rossler(2000, [0.15, 0.2, 10], 0.1, 2000), { dimension: 3, lag: 8, theiler: 60 }, 301);
    for (const [from, to] of [
      [0, 150],
      [40, 120],
      [50, 200],
    ]) {
      const slope = (fitSlope(slow.curve, from, to)?.slope ?? 0) / 0.1;
      expect(slope).toBeGreaterThan(0.086);
      expect(slope).toBeLessThan(0.098);
    }
  });

  it("S&P 500, last 2000 log returns: noise has the slopes .1806 (m = 3) and .1465 (m = 5)", async ({ skip }) => {
    const prices = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (prices === null) return skip("golden series not present");
    const returns = logReturnsOf(prices).slice(-2000);
    for (const [dimension, expected] of [
      [3, 0.1806],
      [5, 0.1465],
    ]) {
      expect(Math.abs(slopeOf(returns, { dimension, lag: 1, theiler: 10 }, 9) - expected)).toBeLessThan(1e-3);
    }
  });
});

describe("twins and invariants", () => {
  const cases: [string, Float64Array, Embedding, number][] = [
    ["noise", noise(400), { dimension: 5, lag: 2, theiler: 10 }, 15],
    ["logistic", logistic(400), { dimension: 2, lag: 1, theiler: 1 }, 20],
    ["ticks", noise(400).map((x) => Math.round(3 * x)), { dimension: 2, lag: 1, theiler: 3 }, 10],
    ["tiny and huge steps", noise(400).map((x, t) => (t % 50 === 0 ? 1e6 * x : 1e-30 * x)), { dimension: 1, lag: 1, theiler: 3 }, 10],
  ];
  for (const [name, values, embedding, steps] of cases) {
    it(`${name}: S(k) is the plain mean of logarithms to 1e-12 (the kernel multiplies instead of adding logarithms)`, () => {
      const points = pointsOf(values.length, embedding, steps - 1);
      const nearest = plainNeighbors(values, embedding.dimension, embedding.lag, embedding.theiler, points);
      const expected = plainDivergence(values, nearest, embedding.dimension, embedding.lag, steps);
      const { curve } = curveOf(values, embedding, steps);
      for (const [k, s] of expected.entries()) expect(Math.abs(curve[k] - s) / Math.max(1, Math.abs(s)), `k = ${k}`).toBeLessThan(1e-12);
    });
  }

  it("rescaling shifts the curve by the logarithm of the factor and leaves the method unchanged", () => {
    const embedding = { dimension: 3, lag: 1, theiler: 10 };
    const plain = curveOf(logistic(900), embedding, 12);
    for (const factor of [1e-100, 1e-8, 3, 1e100]) {
      const moved = curveOf(
        logistic(900).map((x) => factor * x),
        embedding,
        12,
      );
      // Rounding of the scaled values: for two points 1e-5 apart, it is 1e-11 of their distance.
      for (const [k, s] of plain.curve.entries()) expect(Math.abs(moved.curve[k] - Math.log(factor) - s)).toBeLessThan(1e-8);
    }
    expect(curveOf(logistic(900), embedding, 12, "tree").curve).toEqual(curveOf(logistic(900), embedding, 12, "diagonal").curve);
  });

  it("Kantz's curve: tseriesChaos 0.1.13.1 on the logistic and Henon maps to 1e-12, Lorenz to 1e-8", async () => {
    for (const [id, tolerance] of [
      ["syn_logistic_r4_4000", 1e-12],
      ["syn_henon_4000", 1e-12],
      ["syn_lorenz_x_6000", 1e-8],
    ] as const) {
      const golden = await goldenJson<GoldenKantz>(`lyapunov/R_${id}.json`);
      const values = (await inputOf(golden.input)) ?? new Float64Array();
      const { call, curve } = golden.expected.tseriesChaos_lyap_k;
      const [dimension, lag, theiler, most, references, steps] = numbersIn(call, ["m", "d", "t", "k", "ref", "s"]);
      const radius = Number(/sd\(x\)=([\d.]+)/.exec(call)?.[1]);
      const options = { radius, most, fewest: most, references, spread: false };
      const found = context.arena.scope(() =>
        kantzOf(context, chaos, scaled(context, values), { dimension, lag, theiler }, steps, options),
      );
      for (const [k, s] of curve.entries()) expect(Math.abs(found.curve[k] - s), `${id}, k = ${k}`).toBeLessThan(tolerance);
    }
  });

  it("Kantz's curve: tseriesChaos 0.1.13.1 on noisy Henon and Rossler to 1e-12, without the last value, which it never reads", () => {
    const noise = (t: number) => 0.05 * ((((t + 1) * 48271) % 65537) / 32768.5 - 1);
    const cases = [
      {
        values: henon(1200).map((x, t) => x + noise(t)),
        embedding: { dimension: 2, lag: 1, theiler: 5 },
        radius: 0.216,
        // From the package's own C functions find_knearests and follow_points on these values, k = 4, every point a reference.
        curve: [
          -3.8167511235943095, -2.828818288383435, -2.2317537714215727, -1.9186176379495605, -1.5633255927955727, -1.1754506604998711,
          -0.8139548898143522, -0.547030429808144,
        ],
      },
      {
        values: rossler(1500, [0.2, 0.2, 5.7], 0.1, 1000),
        embedding: { dimension: 3, lag: 12, theiler: 60 },
        radius: 1.57,
        curve: [
          -1.2498521421263689, -1.2370407225958509, -1.2124352001138252, -1.1870542352445674, -1.1650391351069813, -1.147547646181894,
          -1.1345077488680406, -1.1256910699568774, -1.1207053386715466, -1.118906604270138, -1.1191639812711212, -1.118585031134581,
        ],
      },
    ];
    for (const { values, embedding, radius, curve } of cases) {
      const steps = curve.length;
      const limits = { radius, most: 4, fewest: 4, references: values.length };
      const curveOver = (column: Float64Array) =>
        context.arena.scope(() => kantzOf(context, chaos, scaled(context, column), embedding, steps, { ...limits, spread: false }).curve);
      const followed = values.length - (embedding.dimension - 1) * embedding.lag - (steps - 1);
      // Its convention in the plain twin: one reference point fewer than could be followed.
      const itsOwn = plainKantz(values, { ...embedding, points: followed - 1 }, { ...limits, references: followed - 1 }, steps);
      const shorter = curveOver(values.subarray(0, -1));
      const whole = curveOver(values);
      const plain = plainKantz(values, { ...embedding, points: followed }, { ...limits, references: followed }, steps);
      for (const [k, s] of curve.entries()) {
        expect(Math.abs(itsOwn[k] - s)).toBeLessThan(1e-12);
        expect(Math.abs(shorter[k] - s)).toBeLessThan(1e-12);
        expect(Math.abs(whole[k] - plain[k])).toBeLessThan(1e-12);
      }
      // One point more among a thousand is all that separates the two conventions.
      const apart = Math.max(...whole.map((s, k) => Math.abs(s - curve[k])));
      expect(apart).toBeGreaterThan(1e-5);
      expect(apart).toBeLessThan(1e-3);
    }
  });

  it("Kantz's curve matches the plain twin to 1e-12 for any number of neighbors", () => {
    const values = henon(500);
    const embedding = { dimension: 2, lag: 1, theiler: 5 };
    for (const [most, fewest, radius] of [
      [1, 1, 0.3],
      [7, 3, 0.1],
      [64, 5, 0.25],
    ]) {
      const expected = plainKantz(values, { ...embedding, points: 490 }, { radius, most, fewest, references: 300 }, 10);
      const options = { radius, most, fewest, references: 300, spread: false };
      const found = context.arena.scope(() => kantzOf(context, chaos, scaled(context, values), embedding, 10, options));
      for (const [k, s] of expected.entries()) expect(Math.abs(found.curve[k] - s)).toBeLessThan(1e-12);
    }
  });
});

describe("fitted region", () => {
  const line = (n: number, at: (k: number) => number) => Float64Array.from({ length: n }, (_, k) => at(k));

  it("is the linear part before the plateau", () => {
    const curve = line(21, (k) => Math.min(-8 + 0.7 * k, 0));
    expect(chooseRegion(curve, 2, 8)).toEqual({ from: 0, to: 11, origin: "stable" });
    expect(fitSlope(curve, 0, 11)).toMatchObject({
      slope: expect.closeTo(0.7, 12),
      rSquared: expect.closeTo(1, 12),
      error: expect.closeTo(0, 9),
    });
  });

  it("is the default if the slopes keep falling, as with noise, or are negative", () => {
    expect(
      chooseRegion(
        line(21, (k) => 1 - 2 * 0.4 ** k),
        2,
        12,
      ),
    ).toEqual({ from: 0, to: 12, origin: "default" });
    expect(
      chooseRegion(
        line(21, (k) => -0.3 * k),
        2,
        12,
      ),
    ).toEqual({ from: 0, to: 12, origin: "default" });
    expect(chooseRegion(new Float64Array(5).fill(Number.NaN), 2, 12)).toEqual({ from: 0, to: 4, origin: "default" });
  });

  it("slope, standard error and R squared match textbook regression", () => {
    // x = 0..4, y = 1, 3, 2, 5, 4: slope 0.8, residual sum of squares 3.6, R squared 0.64.
    const fit = fitSlope([1, 3, 2, 5, 4], 0, 4);
    expect(fit).toMatchObject({ slope: expect.closeTo(0.8, 14), intercept: expect.closeTo(1.4, 14), rSquared: expect.closeTo(0.64, 14) });
    expect(fit?.error).toBeCloseTo(Math.sqrt(3.6 / 3 / 10), 14);
    expect(fitSlope([1, Number.NaN, 2], 0, 2)).toMatchObject({ slope: 0.5, error: null });
    expect(fitSlope([1], 0, 0)).toBeNull();
  });
});
