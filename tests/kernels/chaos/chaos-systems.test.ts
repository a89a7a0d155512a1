import { beforeAll, describe, expect, it } from "vitest";
import { divergenceOf } from "../../../workers/chaos/divergence";
import { chooseRegion, fitSlope } from "../../../workers/chaos/fit-region";
import type { ChaosKernels, Embedding } from "../../../workers/chaos/neighbors";
import { chooseSettings } from "../../../workers/chaos/settings";
import type { JobContext } from "../../../workers/runtime/job";
import { testContext } from "../context";
import { henon, hyperRossler, logistic, lorenz, mackeyGlass, rossler, scaled, tent } from "./chaos-series";

let context: JobContext;
let chaos: ChaosKernels;
beforeAll(async () => {
  context = await testContext();
  chaos = await context.load("chaos");
});
/** Slope per unit of time over the steps `from` to `to` of the divergence curve. */
const slope = (values: Float64Array, embedding: Embedding, from: number, to: number, interval = 1) =>
  context.arena.scope(() => {
    const { curve } = divergenceOf(context, chaos, scaled(context, values), embedding, to + 1);
    return (fitSlope(curve, from, to)?.slope ?? Number.NaN) / interval;
  });
const off = (found: number, expected: number) => Math.abs(found / expected - 1);

const ORBITS = 20;

/** Slopes over the automatically chosen region, for windows spread evenly over one long orbit. */
function estimates(orbit: Float64Array, n: number, embedding: { dimension: number; lag: number }, interval: number): number[] {
  return Array.from({ length: ORBITS }, (_, i) =>
    context.arena.scope(() => {
      const from = Math.floor((i * (orbit.length - n)) / (ORBITS - 1));
      const column = scaled(context, orbit.slice(from, from + n));
      const chosen = chooseSettings(context, chaos, column, embedding);
      const { curve } = divergenceOf(context, chaos, column, chosen, chosen.steps + 1);
      const region = chooseRegion(curve, chosen.span, chosen.otherwise);
      return (fitSlope(curve, region.from, region.to)?.slope ?? Number.NaN) / interval;
    }),
  );
}

interface PublishedSystem {
  system: string;
  theory: number;
  embedding: { dimension: number; lag: number };
  interval: number;
  orbit: () => Float64Array;
  /** Series lengths, and the exponents the paper reports for them. */
  published: readonly (readonly [n: number, exponent: number])[];
}

const PUBLISHED: PublishedSystem[] = [
  {
    system: "logistic map",
    theory: Math.LN2,
    embedding: { dimension: 2, lag: 1 },
    interval: 1,
    orbit: () => logistic(20_000),
    published: [
      [100, 0.659],
      [200, 0.705],
      [300, 0.695],
      [400, 0.692],
      [500, 0.686],
    ],
  },
  {
    system: "Henon map",
    theory: 0.418,
    embedding: { dimension: 2, lag: 1 },
    interval: 1,
    orbit: () => henon(20_000),
    published: [
      [100, 0.426],
      [200, 0.416],
      [300, 0.421],
      [400, 0.409],
      [500, 0.412],
    ],
  },
  {
    system: "Lorenz flow 16, 45.92, 4",
    theory: 1.5,
    embedding: { dimension: 3, lag: 11 },
    interval: 0.01,
    orbit: () => lorenz(100_000, [16, 45.92, 4], 0.01, 2000),
    published: [
      [1000, 1.751],
      [2000, 1.345],
      [3000, 1.372],
      [4000, 1.392],
      [5000, 1.523],
    ],
  },
  {
    system: "Rossler flow .15, .2, 10",
    theory: 0.09,
    embedding: { dimension: 3, lag: 8 },
    interval: 0.1,
    orbit: () => rossler(40_000, [0.15, 0.2, 10], 0.1, 2000),
    published: [
      [400, 0.0351],
      [800, 0.0655],
      [1200, 0.0918],
      [1600, 0.0984],
      [2000, 0.0879],
    ],
  },
];

/**
 * An exponent estimated from a few hundred values varies between orbits, from 1% (logistic map, 500 values) to 40% (Lorenz flow, 1,000),
 * and the paper's orbits are not published. For 20 orbits of each length, with everything but the embedding chosen automatically:
 * - the paper's exponent must lie within three standard deviations of their mean, as one more draw would;
 * - their mean may be as far from theory as the paper's worst length is, plus two standard errors of the mean.
 * The Rossler flow is the method's weak spot, in the paper too (61% off at 400 values): whatever region is fitted, means for up to 2,000
 * values lie about a fifth below theory.
 */
describe("Rosenstein, Collins and De Luca (1993), table 2", () => {
  it.each(PUBLISHED)(
    "$system: the published exponents are plausible draws of ours, and our means are as close to theory as the paper's",
    (system) => {
      const { theory, embedding, interval, published } = system;
      const orbit = system.orbit();
      const worst = Math.max(...published.map(([, exponent]) => off(exponent, theory)));
      for (const [n, exponent] of published) {
        const found = estimates(orbit, n, embedding, interval);
        const mean = found.reduce((sum, value) => sum + value) / ORBITS;
        const deviation = Math.sqrt(found.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (ORBITS - 1));
        expect(Math.abs(exponent - mean), `the paper's, n = ${n}`).toBeLessThan(3 * deviation * Math.sqrt(1 + 1 / ORBITS));
        expect(Math.abs(mean - theory), `the theory, n = ${n}`).toBeLessThan(worst * theory + (2 * deviation) / Math.sqrt(ORBITS));
      }
    },
  );
});

/**
 * Wolf, Swift, Swinney and Vastano (1985), table 1. The region of each curve lies between its first folds and its plateau.
 * Neither paper states the method's error for these systems and lengths, so the tolerances are not published ones: they were set knowing
 * the values, wide enough for another embedding or region, and pin the kernels to their current estimates. For comparison, nolds is 16% off
 * for the Rossler flow .2, .2, 5.7 and 23% for the Mackey-Glass equation at delay 17; the reference files recommend 12% for the Lorenz flow
 * and 2% for one-dimensional maps. Only table 2 above is a test against published errors.
 */
describe("other systems with known exponents", () => {
  it("tent map of slope 2: ln 2 within 2%, in one dimension and in two", () => {
    for (const dimension of [1, 2]) expect(off(slope(tent(2000), { dimension, lag: 1, theiler: 1 }, 0, 5), Math.LN2)).toBeLessThan(0.02);
  });

  it("Rossler .2, .2, 5.7: .0714 within 15%", () => {
    const found = slope(rossler(4000, [0.2, 0.2, 5.7], 0.1, 2000), { dimension: 3, lag: 14, theiler: 60 }, 0, 150, 0.1);
    expect(off(found, 0.0714)).toBeLessThan(0.15);
  });

  it("Lorenz 16, 40, 4 and 16, 45.92, 4 of nonlinearTseries' tests: 1.37 and 1.50 within 12%, as for theory", () => {
    const embedding = { dimension: 3, lag: 11, theiler: 50 };
    for (const [r, expected] of [
      [40, 1.37],
      [45.92, 1.5],
    ])
      expect(off(slope(lorenz(5000, [16, r, 4], 0.01, 2000), embedding, 40, 120, 0.01), expected)).toBeLessThan(0.12);
  });

  it("Mackey-Glass, delay 31.8: .00437 within 20% (nolds is 23% off at delay 17)", () => {
    expect(off(slope(mackeyGlass(8000, 31.8), { dimension: 6, lag: 12, theiler: 120 }, 100, 400), 0.00437)).toBeLessThan(0.2);
  });

  it("hyper-Rossler: the larger of its two positive exponents, .111, within 10%", () => {
    expect(off(slope(hyperRossler(8000), { dimension: 5, lag: 12, theiler: 80 }, 0, 150, 0.1), 0.111)).toBeLessThan(0.1);
  });
});
