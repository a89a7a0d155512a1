import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Kernels } from "../../../workers/runtime/wasm/kernels";
import { freshKernels } from "../context";
import { specialValues } from "../reference/special-values";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await freshKernels();
});

const expectNear = (value: number, expected: number, relative: number, label = "") =>
  expect(Math.abs(value - expected), `${label} gave ${value}, not ${expected}`).toBeLessThanOrEqual(relative * Math.abs(expected));

describe("special functions against 40-digit arithmetic", () => {
  for (const [name, { relative, rows }] of Object.entries(specialValues)) {
    it(`${name} holds ${relative} relative`, () => {
      const compute = kernels[name as keyof typeof specialValues] as (...inputs: number[]) => number;
      for (const row of rows) {
        const inputs = row.slice(0, -1);
        expectNear(compute(...inputs), row[row.length - 1], relative, `${name}(${inputs})`);
      }
    });
  }
});

describe("distributions against the published vectors", () => {
  const points = [-3, -1, 0, 0.5, 2.5];

  it("Student's t with 6 degrees of freedom, scaled to variance 1", () => {
    const density = [-4.882978188893278, -1.5386881312972505, -0.7576857016975164, -0.9698718780550383, -4.051127407323359];
    for (const [i, x] of points.entries()) expectNear(kernels.unitStudentLogDensity(x, 6), density[i], 1e-14);
    expectNear(kernels.unitStudentQuantile(0.01, 6), -2.5659780062767035, 1e-12);
    expectNear(kernels.unitStudentQuantile(0.05, 6), -1.5866000551669261, 1e-12);
    expectNear(kernels.unitStudentCdf(-1, 6), 0.1332848516900345, 1e-13);
  });

  it("Hansen's skewed t with 8 degrees of freedom and lambda -0.1", () => {
    const density = [-4.70111081255733, -1.5637467480800717, -0.8175010226256847, -0.9140988978270582, -4.229253177375419];
    for (const [i, x] of points.entries()) expectNear(kernels.skewedTLogDensity(x, 8, -0.1), density[i], 1e-14);
    const quantiles = [
      [0.01, -2.6567602985761014],
      [0.05, -1.6718767527827167],
      [0.5, 0.04069160452271089],
      [0.99, 2.349519581342168],
    ];
    for (const [p, x] of quantiles) expectNear(kernels.skewedTQuantile(p, 8, -0.1), x, 1e-12);
    expectNear(kernels.skewedTCdf(-1, 8, -0.1), 0.14267716452045529, 1e-13);
    expectNear(kernels.skewedTShift(8, -0.1), -0.15309310892394865, 1e-14);
    expectNear(kernels.skewedTScale(8, -0.1), 1.0032758842910559, 1e-14);
    expectNear(Math.exp(kernels.unitStudentLogConstant(8)), 0.4465215676948502, 1e-14);
  });

  it("Hansen's skewed t with 5 degrees of freedom and lambda 0.3", () => {
    const density = [-5.976083256008845, -1.326104244576468, -0.7897879598010474, -1.177485927938475, -3.7819584522034506];
    for (const [i, x] of points.entries()) expectNear(kernels.skewedTLogDensity(x, 5, 0.3), density[i], 1e-14);
  });

  it("tabulated p-values: chi-squared 95% points and 1.96 standard deviations", () => {
    expectNear(kernels.chiSquaredTail(3.841458820694124, 1), 0.05, 1e-12);
    expectNear(kernels.chiSquaredTail(18.307038053275146, 10), 0.05, 1e-12);
    expectNear(kernels.normalTwoSided(-1.959963984540054), 0.05, 1e-13);
    expect(kernels.chiSquaredTail(0, 5)).toBe(1);
  });
});

describe("identities", () => {
  const within = (min: number, max: number) => fc.double({ min, max, noNaN: true });

  it("logGamma: Gamma(x + 1) = x Gamma(x), and the reflection about 1/2", () => {
    fc.assert(
      fc.property(within(0.01, 0.99), within(0.1, 150), (share, x) => {
        const reflected = Math.log(Math.PI / Math.sin(Math.PI * share));
        expect(kernels.logGamma(share) + kernels.logGamma(1 - share)).toBeCloseTo(reflected, 12);
        const risen = kernels.logGamma(x + 1);
        expect(Math.abs(kernels.logGamma(x) + Math.log(x) - risen)).toBeLessThanOrEqual(1e-13 * Math.max(1, Math.abs(risen)));
      }),
    );
  });

  it("digamma is the slope of logGamma, and rises by 1 / x", () => {
    fc.assert(
      fc.property(within(0.1, 200), (x) => {
        expect(kernels.digamma(x + 1) - kernels.digamma(x)).toBeCloseTo(1 / x, 12);
        const step = 1e-5 * x;
        const slope = (kernels.logGamma(x + step) - kernels.logGamma(x - step)) / (2 * step);
        expect(Math.abs(slope - kernels.digamma(x))).toBeLessThan(1e-7 * Math.max(1, Math.abs(slope)));
      }),
    );
  });

  it("the two halves of each function sum to 1", () => {
    fc.assert(
      fc.property(within(-5, 5), within(0.2, 300), within(0.01, 600), within(0.001, 0.999), (x, a, y, share) => {
        expect(kernels.erf(x) + kernels.erfc(x)).toBeCloseTo(1, 14);
        expect(kernels.normalCdf(x) + kernels.normalCdf(-x)).toBeCloseTo(1, 14);
        expect(kernels.gammaP(a, y) + kernels.gammaQ(a, y)).toBeCloseTo(1, 12);
        expect(kernels.incompleteBeta(a, 2.5, share) + kernels.incompleteBeta(2.5, a, 1 - share)).toBeCloseTo(1, 11);
      }),
    );
  });

  it("quantiles invert distribution functions", () => {
    fc.assert(
      fc.property(within(1e-10, 1 - 1e-10), within(2.05, 300), within(-0.95, 0.95), (p, nu, lambda) => {
        // Near 1 a double resolves probabilities only to 1e-16, hence the absolute term.
        const bound = 1e-12 * p + 1e-15;
        expect(Math.abs(kernels.normalCdf(kernels.normalQuantile(p)) - p)).toBeLessThan(bound);
        expect(Math.abs(kernels.studentCdf(kernels.studentQuantile(p, nu), nu) - p)).toBeLessThan(bound);
        expect(Math.abs(kernels.skewedTCdf(kernels.skewedTQuantile(p, nu, lambda), nu, lambda) - p)).toBeLessThan(bound * 10);
      }),
    );
  });

  it("skewed t: lambda 0 is Student's t, and a changed sign mirrors it", () => {
    fc.assert(
      fc.property(within(-8, 8), within(2.05, 300), within(-0.95, 0.95), (x, nu, lambda) => {
        expect(kernels.skewedTLogDensity(x, nu, 0)).toBeCloseTo(kernels.unitStudentLogDensity(x, nu), 12);
        expect(kernels.skewedTLogDensity(-x, nu, -lambda)).toBeCloseTo(kernels.skewedTLogDensity(x, nu, lambda), 11);
      }),
    );
  });

  it("arguments outside the domain give NaN, and the ends their limits", () => {
    expect(kernels.logGamma(-1)).toBeNaN();
    expect(kernels.digamma(0)).toBeNaN();
    expect(kernels.gammaP(-1, 1)).toBeNaN();
    expect(kernels.normalQuantile(1.5)).toBeNaN();
    expect(kernels.studentCdf(Number.NaN, 5)).toBeNaN();
    expect(kernels.normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(kernels.studentQuantile(1, 5)).toBe(Number.POSITIVE_INFINITY);
    expect(kernels.normalCdf(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(kernels.studentCdf(Number.POSITIVE_INFINITY, 4)).toBe(1);
    expect(kernels.logGamma(1)).toBe(0);
  });
});
