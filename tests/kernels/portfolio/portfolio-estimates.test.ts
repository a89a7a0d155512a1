import { beforeAll, describe, expect, it } from "vitest";
import type { PortfolioKernels } from "../../../workers/numerics/dense-matrix";
import { symmetricEigen } from "../../../workers/numerics/dense-matrix";
import type { CovarianceMethod } from "../../../workers/portfolio/covariance";
import { nearestSemidefinite } from "../../../workers/portfolio/covariance";
import type { MeanMethod } from "../../../workers/portfolio/means";
import type { JobContext } from "../../../workers/runtime/job";
import { testContext } from "../context";
import { estimatesOf, furthest, furthestOff, GOLDEN_IDS, goldenCase, SAMPLE } from "./portfolio-golden";

let context: JobContext;
let kernels: PortfolioKernels;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("portfolio");
});

// Sums of two thousand products, which numpy adds in another order.
const RELATIVE = 1e-10;

for (const id of GOLDEN_IDS) {
  const { golden, numpy, assets } = await goldenCase(id);
  describe.skipIf(!assets)(`${id}${assets ? "" : " (skipped: golden series not present)"}`, () => {
    const of = (covariance: CovarianceMethod, mean: MeanMethod = { kind: "arithmetic" }) =>
      estimatesOf(context, kernels, assets!, { covariance, mean, periodsPerYear: 252 });

    it("sample covariance and arithmetic means match PyPortfolioOpt", () => {
      const own = estimatesOf(context, kernels, assets!, SAMPLE);
      expect(furthestOff(own.covariance, golden.cov_annual_ddof1.flat())).toBeLessThan(RELATIVE);
      expect(furthestOff(own.means, golden.mu_annual_arithmetic)).toBeLessThan(RELATIVE);
      expect(own.shrinkage).toBeNull();
    });

    it("Ledoit-Wolf, constant variance, matches scikit-learn", () => {
      const own = of({ kind: "ledoit-wolf", target: "constant-variance" });
      expect(Math.abs(own.shrinkage! / golden.ledoit_wolf_constant_variance.delta - 1)).toBeLessThan(RELATIVE);
      expect(furthestOff(own.covariance, golden.ledoit_wolf_constant_variance.cov.flat())).toBeLessThan(RELATIVE);
    });

    for (const [method, want] of [
      [{ kind: "ledoit-wolf", target: "single-factor" }, numpy.ledoit_wolf_single_factor],
      [{ kind: "ledoit-wolf", target: "constant-correlation" }, numpy.ledoit_wolf_constant_correlation],
      [{ kind: "oracle-approximating" }, numpy.oracle_approximating],
    ] as const) {
      it(`${Object.values(method).join(", ")} matches the paper's sums over pairs in numpy`, () => {
        const own = of(method);
        expect(Math.abs(own.shrinkage! / want.delta - 1)).toBeLessThan(RELATIVE);
        expect(furthestOff(own.covariance, want.cov.flat())).toBeLessThan(RELATIVE);
      });
    }

    it("exponential weights match PyPortfolioOpt and pandas", () => {
      const own = of({ kind: "exponential", span: 60 }, { kind: "exponential", span: 60 });
      const diagonal = golden.ema_cov_span60_diag.map((_, i) => own.covariance[i * (assets!.length + 1)]);
      expect(furthestOff(diagonal, golden.ema_cov_span60_diag)).toBeLessThan(RELATIVE);
      expect(furthestOff(own.covariance, numpy.exponential_span60.cov.flat())).toBeLessThan(RELATIVE);
      expect(furthestOff(own.means, numpy.exponential_span60.mean)).toBeLessThan(RELATIVE);
    });

    it("shrunk means match the papers' formulas in numpy", () => {
      expect(furthestOff(of({ kind: "sample" }, { kind: "james-stein" }).means, numpy.james_stein.mean)).toBeLessThan(RELATIVE);
      expect(furthestOff(of({ kind: "sample" }, { kind: "bayes-stein" }).means, numpy.bayes_stein.mean)).toBeLessThan(RELATIVE);
    });

    it("another currency changes nothing, and reordering the assets reorders the estimates", () => {
      const whole = estimatesOf(context, kernels, assets!, SAMPLE);
      // A power of two keeps the bits.
      const scaled = assets!.map((asset) => ({ ...asset, values: asset.values.map((value) => value * 64) }));
      expect(estimatesOf(context, kernels, scaled, SAMPLE)).toEqual(whole);
      const n = assets!.length;
      const turned = estimatesOf(context, kernels, assets!.toReversed(), SAMPLE);
      expect(furthest(turned.means.toReversed(), whole.means)).toBe(0);
      expect(furthest(turned.covariance.toReversed(), whole.covariance)).toBeLessThan(1e-16 * n);
    });

    it("covariances for user-supplied means are used as given", () => {
      const matrix = Float64Array.from(golden.cov_annual_ddof1.flat());
      const means = Float64Array.from(golden.mu_annual_arithmetic);
      const own = of({ kind: "given", matrix }, { kind: "given", means });
      expect(own.covariance).toEqual(matrix);
      expect(own.means).toEqual(means);
    });
  });
}

describe("repair of an indefinite matrix", () => {
  it("removes negative eigenvalues and keeps the others", () => {
    // Inconsistent correlations: eigenvalues 1.9, 1.9 and -0.8.
    const matrix = Float64Array.of(1, 0.9, -0.9, 0.9, 1, 0.9, -0.9, 0.9, 1);
    const repaired = nearestSemidefinite(context, kernels, matrix, 3);
    const { values } = symmetricEigen(context, kernels, repaired, 3)!;
    expect(furthest(values, [0, 1.9, 1.9])).toBeLessThan(1e-14);
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) expect(repaired[i * 3 + j]).toBe(repaired[j * 3 + i]);
  });
  it("leaves a valid covariance unchanged", () => {
    const matrix = Float64Array.of(2, 1, 1, 2);
    expect(nearestSemidefinite(context, kernels, matrix, 2)).toBe(matrix);
  });
});
