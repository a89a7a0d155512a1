import { beforeAll, describe, expect, it } from "vitest";
import type { PortfolioKernels } from "../../../workers/numerics/dense-matrix";
import { equalRisk } from "../../../workers/portfolio/equal-risk";
import { estimate, returnsOf } from "../../../workers/portfolio/estimates";
import { clusterAssets, hierarchicalWeights, type Linkage } from "../../../workers/portfolio/hierarchical";
import { hierarchicalEqualRisk } from "../../../workers/portfolio/hierarchical-equal-risk";
import { LONG_ONLY, limitsOf, type PortfolioLimits, withRow } from "../../../workers/portfolio/limits";
import { highestRatio } from "../../../workers/portfolio/mean-variance";
import { minimumCvar } from "../../../workers/portfolio/minimum-cvar";
import type { ReturnTable } from "../../../workers/portfolio/return-table";
import { portfolioStatistics } from "../../../workers/portfolio/statistics";
import type { JobContext } from "../../../workers/runtime/job";
import { alignAssets } from "../../../workers/series/align";
import { resultOf } from "../../fixtures/failure-text";
import { goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";
import { seededCovariance } from "../reference/dense";
import { hierarchicalEqualRiskTwin } from "../reference/hierarchical-equal-risk";
import { furthest, GOLDEN_IDS, givenEstimates, goldenCase, SAMPLE } from "./portfolio-golden";

let context: JobContext;
let kernels: PortfolioKernels;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("portfolio");
});

const limits = (n: number, of: Partial<PortfolioLimits> = {}) => {
  return resultOf(
    limitsOf(
      Array.from({ length: n }, (_, i) => `A${i}`),
      { ...LONG_ONLY, ...of },
    ),
  );
};
const equal = (n: number) => new Float64Array(n).fill(1 / n);
const LINKAGES: Linkage[] = ["single", "average", "complete", "ward"];

for (const id of GOLDEN_IDS) {
  const { golden, numpy, names, assets } = await goldenCase(id);
  const estimates = givenEstimates(golden);
  const n = names.length;

  describe(id, () => {
    it("equal risk contribution: the reference's Newton solution to 1e-12, equal shares to 1e-13", () => {
      const own = equalRisk(context, kernels, estimates.covariance, equal(n))!;
      expect(furthest(own.weights, golden.risk_parity.weights)).toBeLessThan(1e-12);
      expect(furthest(portfolioStatistics(own.weights, estimates, 0.02).riskContributions!, equal(n))).toBeLessThan(1e-13);
    });

    for (const linkage of LINKAGES) {
      it(`HRP, ${linkage} linkage: PyPortfolioOpt's weights to 1e-12`, () => {
        const own = hierarchicalWeights(context, estimates.covariance, n, linkage);
        const want = golden[`hrp_${linkage}`];
        expect(furthest(own.weights, want.weights)).toBeLessThan(1e-12);
        if (want.quasi_diagonal_order) expect(own.order.map((i) => names[i])).toEqual(want.quasi_diagonal_order);
      });
    }

    it("maximum diversification: scipy's SLSQP to 1e-6 in weights, ratio not below its", () => {
      const volatilities = Float64Array.from({ length: n }, (_, i) => Math.sqrt(estimates.covariance[i * (n + 1)]));
      const own = highestRatio(context, kernels, estimates.covariance, volatilities, limits(n));
      if (typeof own === "string") throw new Error(own);
      expect(own.residual).toBeLessThan(1e-12);
      expect(furthest(own.weights, numpy.maximum_diversification.weights)).toBeLessThan(1e-6);
      const ratio = portfolioStatistics(own.weights, estimates, 0).diversificationRatio!;
      expect(ratio).toBeGreaterThan(numpy.maximum_diversification.ratio - 1e-12);
    });
  });

  describe.skipIf(!assets)(`${id}, minimum CVaR${assets ? "" : " (skipped: golden series not present)"}`, () => {
    const { b95, b99, b90_cap, b95_target, target, cap } = numpy.minimum_cvar;
    const yearly = Float64Array.from(golden.mu_annual_arithmetic);
    for (const [name, confidence, want, within] of [
      ["95%", 0.95, b95, limits(n)],
      ["99%", 0.99, b99, limits(n)],
      ["90%, capped", 0.9, b90_cap, limits(n, { upper: cap })],
      ["95%, target return", 0.95, b95_target, withRow(limits(n), yearly, target)],
    ] as const) {
      it(`${name}: scipy's HiGHS to 1e-10, weights to 1e-8`, () => {
        const own = least(assets!, confidence, within);
        expect(own.residual).toBeLessThan(1e-10);
        expect(Math.abs(own.expectedShortfall / want.cvar - 1)).toBeLessThan(1e-10);
        expect(furthest(own.weights, want.weights)).toBeLessThan(1e-8);
        expect(Math.abs(own.valueAtRisk / want.var - 1)).toBeLessThan(1e-8);
      });
    }

    it("any starting point leads to the same portfolio, and another currency changes nothing", () => {
      const plain = least(assets!, 0.95, limits(n));
      const corner = new Float64Array(n);
      corner[0] = 1;
      expect(furthest(least(assets!, 0.95, limits(n), corner).weights, plain.weights)).toBeLessThan(1e-9);
      const dear = assets!.map((asset) => ({ ...asset, values: asset.values.map((value) => value * 1000) }));
      expect(furthest(least(dear, 0.95, limits(n)).weights, plain.weights)).toBeLessThan(1e-9);
    });
  });
}

function withReturns<T>(assets: Parameters<typeof alignAssets>[2], work: (returns: ReturnTable, unit: number) => T): T {
  return context.arena.scope(() => {
    const returns = returnsOf(context, resultOf(alignAssets(context, kernels, assets, 3)));
    const found = estimate(context, kernels, returns, SAMPLE)!;
    return work(returns, Math.sqrt(found.covariance[0] / 252) || 1);
  });
}

function least(
  assets: Parameters<typeof alignAssets>[2],
  confidence: number,
  within: ReturnType<typeof limits>,
  start = equal(assets.length),
) {
  return withReturns(assets, (returns, unit) => {
    const own = minimumCvar(context, kernels, { returns, limits: within, confidence, start, unit });
    if (typeof own === "string") throw new Error(own);
    return own;
  });
}

it("HRP of stocks8 matches HierPortfolios 1.0.1: single and Ward linkage to 1e-12", async () => {
  const { golden } = await goldenCase("stocks8_2013_2018");
  const { expected } = await goldenJson<{ expected: Record<string, { weights: number[] }> }>("portfolio/R_stocks8_2013_2018.json");
  const { covariance } = givenEstimates(golden);
  expect(furthest(hierarchicalWeights(context, covariance, 8, "single").weights, expected.HierPortfolios_HRP_single.weights)).toBeLessThan(
    1e-12,
  );
  expect(furthest(hierarchicalWeights(context, covariance, 8, "ward").weights, expected.HierPortfolios_HRP_ward.weights)).toBeLessThan(
    1e-12,
  );
});

describe("equal risk contribution", () => {
  it("two assets: inverse volatility, whatever their correlation", () => {
    for (const correlation of [-0.999, -0.5, 0, 0.5, 0.999]) {
      const covariance = Float64Array.of(0.04, correlation * 0.06, correlation * 0.06, 0.09);
      expect(furthest(equalRisk(context, kernels, covariance, equal(2))!.weights, [0.6, 0.4])).toBeLessThan(1e-10);
    }
  });
  it("other risk budgets, identical assets and many assets", () => {
    const covariance = seededCovariance(6, 40, 8);
    const shares = Float64Array.of(0.4, 0.2, 0.1, 0.1, 0.1, 0.1);
    const { weights } = equalRisk(context, kernels, covariance, shares)!;
    const own = portfolioStatistics(weights, { means: equal(6), covariance, shrinkage: null }, 0);
    expect(furthest(own.riskContributions!, shares)).toBeLessThan(1e-12);
    expect(furthest(equalRisk(context, kernels, new Float64Array(9).fill(0.04), equal(3))!.weights, equal(3))).toBeLessThan(1e-15);
    // Sixty days for 120 assets plus a little specific risk: nearly riskless mixtures, on which coordinate descent is slow.
    const many = seededCovariance(120, 60, 9).map((value, i) => value + (i % 121 === 0 ? 1e-6 : 0));
    const all = portfolioStatistics(
      equalRisk(context, kernels, many, equal(120))!.weights,
      { means: equal(120), covariance: many, shrinkage: null },
      0,
    );
    expect(furthest(all.riskContributions!, equal(120))).toBeLessThan(1e-10);
  });
  it("is refused for a riskless asset, or if some mixture is riskless", () => {
    expect(equalRisk(context, kernels, Float64Array.of(1, -1, -1, 1), equal(2))).toBeNull();
    expect(equalRisk(context, kernels, Float64Array.of(0, 0, 0, 1), equal(2))).toBeNull();
  });
});

describe("HRP", () => {
  it("one and two assets, and any order of the assets", () => {
    expect([...hierarchicalWeights(context, Float64Array.of(0.04), 1, "single").weights]).toEqual([1]);
    expect(furthest(hierarchicalWeights(context, Float64Array.of(0.04, 0.01, 0.01, 0.12), 2, "ward").weights, [0.75, 0.25])).toBeLessThan(
      1e-15,
    );
    const covariance = seededCovariance(9, 30, 21);
    const plain = hierarchicalWeights(context, covariance, 9, "average").weights;
    const total = plain.reduce((sum, weight) => sum + weight, 0);
    expect(total).toBeCloseTo(1, 14);
    for (const weight of plain) expect(weight).toBeGreaterThan(0);
  });
  it("merges the nearest first; distances of single linkage increase", () => {
    const points = [0, 1, 10, 12, 30];
    const distance = Float64Array.from(points.flatMap((a) => points.map((b) => Math.abs(a - b))));
    const { merges, order } = clusterAssets(context, distance, 5, "single");
    expect(merges.map(({ distance: apart }) => apart)).toEqual([1, 2, 9, 18]);
    expect(merges.map(({ size }) => size)).toEqual([2, 2, 4, 5]);
    expect(order.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(clusterAssets(context, distance, 5, "complete").merges.map(({ distance: apart }) => apart)).toEqual([1, 2, 12, 30]);
    expect(clusterAssets(context, distance, 5, "average").merges[2].distance).toBe((10 + 12 + 9 + 11) / 4);
  });
});

describe("HERC", () => {
  /** Two pairs of similar assets: 10 and 20%, 30 and 60% annual volatility. */
  const pairs = Float64Array.from(
    [0.1, 0.2, 0.3, 0.6].flatMap((a, i, all) => all.map((b, j) => a * b * (i === j ? 1 : i >> 1 === j >> 1 ? 0.8 : 0.1))),
  );
  it("two pairs, worked example: 2 to 1 within each, and 3 to 1 between volatilities of 1 to 3", () => {
    for (const linkage of LINKAGES) {
      const own = hierarchicalEqualRisk(context, pairs, 4, linkage, null);
      expect(furthest(own.weights, [1 / 2, 1 / 4, 1 / 6, 1 / 12])).toBeLessThan(1e-15);
      expect(own.clusters[0]).toBe(own.clusters[1]);
      expect(own.clusters[2]).toBe(own.clusters[3]);
      expect([...own.clusters].sort()).toEqual([1, 1, 2, 2]);
    }
    expect([...hierarchicalEqualRisk(context, Float64Array.of(0.04), 1, "single", null).weights]).toEqual([1]);
    expect(
      furthest(hierarchicalEqualRisk(context, Float64Array.of(0.04, 0.01, 0.01, 0.16), 2, "ward", null).weights, [2 / 3, 1 / 3]),
    ).toBeLessThan(1e-15);
    // A single cluster is inverse volatility.
    expect(
      furthest(
        hierarchicalEqualRisk(context, pairs, 4, "ward", 1).weights,
        [12, 6, 4, 2].map((share) => share / 24),
      ),
    ).toBeLessThan(1e-15);
  });

  it("matches the plain twin for every number of clusters, sums to 1, and does not depend on the order of assets", () => {
    const n = 9;
    const covariance = seededCovariance(n, 30, 21);
    const turned = Array.from({ length: n }, (_, i) => (4 * i + 3) % n);
    const moved = Float64Array.from({ length: n * n }, (_, at) => covariance[turned[Math.floor(at / n)] * n + turned[at % n]]);
    for (const linkage of ["single", "average", "complete"] as const) {
      for (let clusters = 1; clusters <= n; clusters++) {
        const { weights, clusters: own } = hierarchicalEqualRisk(context, covariance, n, linkage, clusters);
        expect(furthest(weights, hierarchicalEqualRiskTwin(covariance, n, linkage, clusters))).toBeLessThan(1e-14);
        expect(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1)).toBeLessThan(1e-14);
        expect(weights.every((weight) => weight > 0)).toBe(true);
        expect(new Set(own)).toEqual(new Set(Array.from({ length: clusters }, (_, k) => k + 1)));
        const other = hierarchicalEqualRisk(context, moved, n, linkage, clusters).weights;
        expect(
          furthest(
            other,
            turned.map((i) => weights[i]),
          ),
        ).toBeLessThan(1e-14);
      }
    }
  });

  it("two clusters carry the same risk; another scale changes nothing", () => {
    const n = 12;
    const covariance = seededCovariance(n, 40, 5);
    const { weights, clusters } = hierarchicalEqualRisk(context, covariance, n, "ward", 2);
    const risk = (cluster: number) => {
      const own = Array.from(weights, (weight, i) => (clusters[i] === cluster ? weight : 0));
      return Math.sqrt(own.reduce((sum, v, i) => sum + own.reduce((row, w, j) => row + v * w * covariance[i * n + j], 0), 0));
    };
    expect(Math.abs(risk(1) / risk(2) - 1)).toBeLessThan(1e-14);
    const scaled = hierarchicalEqualRisk(
      context,
      covariance.map((value) => 1024 * value),
      n,
      "ward",
      null,
    );
    expect([...scaled.weights]).toEqual([...hierarchicalEqualRisk(context, covariance, n, "ward", null).weights]);
  });

  it("recovers planted clusters", () => {
    for (const sizes of [
      [4, 4],
      [5, 3, 4],
      [3, 3, 3, 3],
      [6, 2, 2, 3, 2],
    ]) {
      const home = sizes.flatMap((size, cluster) => new Array<number>(size).fill(cluster));
      const n = home.length;
      const covariance = Float64Array.from(home.flatMap((a, i) => home.map((b, j) => (i === j ? 1 : a === b ? 0.9 : 0.05) * 0.04)));
      for (const linkage of LINKAGES) {
        const { clusters } = hierarchicalEqualRisk(context, covariance, n, linkage, null);
        expect(new Set(clusters).size, `${sizes} ${linkage}`).toBe(sizes.length);
        for (const [i, own] of clusters.entries()) expect(clusters.indexOf(own)).toBe(home.indexOf(home[i]));
      }
    }
  });
});

describe("minimum CVaR", () => {
  const prices = (days: number, step: (t: number) => number, start = 100) => {
    let price = start;
    return Float64Array.from({ length: days }, (_, t) => {
      price *= 1 + step(t);
      return price;
    });
  };
  const asset = (name: string, values: Float64Array) => ({ name, values, times: null });

  it("one asset: the mean of its worst days", () => {
    const steps = Array.from({ length: 100 }, (_, t) => ((t * 37) % 100) / 1000 - 0.05);
    const own = least([asset("A", Float64Array.of(100, ...prices(100, (t) => steps[t])))], 0.95, limits(1));
    expect([...own.weights]).toEqual([1]);
    expect(own.expectedShortfall).toBeCloseTo(0.048, 12);
  });

  it("identical assets, and a tail of less than one day", () => {
    const one = prices(60, (t) => Math.sin(t * t) / 50);
    const own = least([asset("A", one), asset("B", one)], 0.95, limits(2));
    expect(own.weights[0] + own.weights[1]).toBeCloseTo(1, 12);
    expect(own.residual).toBeLessThan(1e-10);
    const worst = least(
      [
        asset("A", one),
        asset(
          "B",
          prices(60, (t) => Math.cos(t * t * 3) / 40),
        ),
      ],
      0.995,
      limits(2),
    );
    // The tail is only the worst day.
    expect(worst.expectedShortfall).toBeCloseTo(worst.valueAtRisk, 12);
    expect(worst.residual).toBeLessThan(1e-10);
  });

  it("short sales, groups, and limits that contradict each other", () => {
    const assets = [0, 1, 2, 3].map((k) =>
      asset(
        `A${k}`,
        prices(300, (t) => Math.sin((t + 1) * (t + 3) * (k + 2)) / (40 + 10 * k)),
      ),
    );
    const groups = [{ name: "G", assets: ["A0", "A1"], least: 0.5, most: 0.6 }];
    const own = least(assets, 0.9, limits(4, { lower: -0.5, upper: 1.5, groups }));
    expect(own.residual).toBeLessThan(1e-10);
    expect(own.weights[0] + own.weights[1]).toBeGreaterThan(0.5 - 1e-10);
    const impossible = limits(4, { groups: [{ name: "G", assets: ["A0", "A1", "A2", "A3"], least: null, most: 0.9 }] });
    expect(
      withReturns(assets, (returns, unit) =>
        minimumCvar(context, kernels, { returns, limits: impossible, confidence: 0.9, start: equal(4), unit }),
      ),
    ).toBe("infeasible");
  });
});
