import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";

let context: JobContext;
let kernels: KernelsOf<"volatility">;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("volatility");
});

/** ln f(z) and its derivatives by z, nu and lambda. */
function at(density: number, nu: number, lambda: number, z: number): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const block = arena.take(kernels.densitySize());
    if (kernels.densityPrepare(block, density, nu, lambda) !== 0) return new Float64Array(4).fill(Number.NaN);
    const out = arena.take(4);
    kernels.densityLog(block, z, out);
    return arena.view(out, 4).slice();
  });
}

const POINTS = [-3, -1, 0, 0.5, 2.5];

describe("log-densities of mean 0 and variance 1", () => {
  // Python arch 8.0.0, 16 digits; 1e-13 is what the logarithms of gamma functions leave of them.
  const references: [string, number, number, number, number[]][] = [
    ["t(6)", 1, 6, 0, [-4.882978188893278, -1.5386881312972505, -0.7576857016975164, -0.9698718780550383, -4.051127407323359]],
    [
      "skewed t(8, -0.1)",
      2,
      8,
      -0.1,
      [-4.70111081255733, -1.5637467480800717, -0.8175010226256847, -0.9140988978270582, -4.229253177375419],
    ],
    ["skewed t(5, 0.3)", 2, 5, 0.3, [-5.976083256008845, -1.326104244576468, -0.7897879598010474, -1.177485927938475, -3.7819584522034506]],
    ["GED(1.5)", 3, 1.5, 0, [-4.881827672428445, -1.5390392716400205, -0.7424074851730661, -1.0240593543328347, -3.8913711123286623]],
  ];
  for (const [name, density, nu, lambda, expected] of references) {
    it(`${name} has arch's values`, () => {
      POINTS.forEach((z, i) => {
        expect(Math.abs(at(density, nu, lambda, z)[0] - expected[i])).toBeLessThan(1e-13);
      });
    });
  }

  it("derivatives equal central differences", () => {
    const shape = { nu: fc.double({ min: 2.2, max: 40, noNaN: true }), lambda: fc.double({ min: -0.9, max: 0.9, noNaN: true }) };
    const point = fc.double({ min: -8, max: 8, noNaN: true }).filter((z) => Math.abs(z) > 0.01);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), shape.nu, shape.lambda, point, (density, nu, lambda, z) => {
        const [value, bySlope, byNu, byLambda] = at(density, nu, lambda, z);
        // The skewed t has a kink in its second derivative at its mode: a difference across it is of lower order.
        const mode = density === 2 ? at(2, nu, lambda, z) && modeOf(nu, lambda) : Number.NaN;
        if (Math.abs(z - mode) < 0.01) return;
        const step = 1e-5;
        const difference = (up: Float64Array, down: Float64Array) => (up[0] - down[0]) / (2 * step);
        const near = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-6 * (1 + Math.abs(b) + Math.abs(value)));
        near(difference(at(density, nu, lambda, z + step), at(density, nu, lambda, z - step)), bySlope);
        if (density > 0) near(difference(at(density, nu + step, lambda, z), at(density, nu - step, lambda, z)), byNu);
        if (density === 2) near(difference(at(density, nu, lambda + step, z), at(density, nu, lambda - step, z)), byLambda);
      }),
      { seed: 5, numRuns: runs(300) },
    );
  });

  it("shapes outside their range are refused", () => {
    for (const [density, nu, lambda] of [
      [1, 2, 0],
      [1, Number.NaN, 0],
      [2, 5, 1],
      [3, 1, 0],
      [3, Number.POSITIVE_INFINITY, 0],
    ]) {
      expect(at(density, nu, lambda, 0)[0]).toBeNaN();
    }
  });
});

const modeOf = (nu: number, lambda: number) => -context.kernels.skewedTShift(nu, lambda) / context.kernels.skewedTScale(nu, lambda);

describe("generalized error distribution", () => {
  it("is the normal at exponent 2", () => {
    for (const x of [-6, -1.5, -0.2, 0, 0.7, 3]) {
      expect(Math.abs(context.kernels.gedCdf(x, 2) / context.kernels.normalCdf(x) - 1)).toBeLessThan(1e-12);
      expect(context.kernels.gedLogDensity(x, 2)).toBeCloseTo(-0.5 * (x * x + Math.log(2 * Math.PI)), 13);
    }
    for (const p of [1e-9, 0.01, 0.3, 0.5, 0.51, 0.975]) {
      expect(context.kernels.gedQuantile(p, 2)).toBeCloseTo(context.kernels.normalQuantile(p), 11);
    }
  });

  it("is Laplace at exponent 1, with closed-form quantiles", () => {
    for (const p of [1e-12, 1e-3, 0.2, 0.26, 0.45]) {
      expect(Math.abs(context.kernels.gedQuantile(p, 1) / (Math.log(2 * p) / Math.SQRT2) - 1)).toBeLessThan(1e-12);
    }
  });

  it("quantile and distribution function are inverse", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), fc.double({ min: 1.01, max: 60, noNaN: true }), (p, nu) => {
        // Relative to the smaller tail: 1e-11 in probability.
        expect(Math.abs(context.kernels.gedCdf(context.kernels.gedQuantile(p, nu), nu) - p)).toBeLessThan(
          1e-11 * Math.min(p, 1 - p) + 2e-16,
        );
      }),
      { seed: 9, numRuns: runs(300) },
    );
    expect(context.kernels.gedQuantile(0, 1.5)).toBe(Number.NEGATIVE_INFINITY);
    expect(context.kernels.gedQuantile(1.5, 1.5)).toBeNaN();
  });

  it("draws have its moments and distribution", () => {
    const { arena } = context;
    const count = 200_000;
    for (const nu of [1.2, 2, 5]) {
      const draws = arena.scope(() => {
        const stream = arena.takeBytes(32);
        const out = arena.take(count);
        kernels.rngSeed(stream, 7);
        kernels.drawInnovations(stream, out, count, 3, nu, 0);
        return arena.view(out, count).slice();
      });
      const mean = draws.reduce((sum, z) => sum + z, 0) / count;
      const variance = draws.reduce((sum, z) => sum + z * z, 0) / count;
      // Four standard errors of 200,000 draws; the variance's error follows the kurtosis, below 6.
      expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(count));
      expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(5 / count));
      for (const p of [0.01, 0.25, 0.9]) {
        const bound = context.kernels.gedQuantile(p, nu);
        const share = draws.filter((z) => z < bound).length / count;
        expect(Math.abs(share - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / count));
      }
    }
  });
});
