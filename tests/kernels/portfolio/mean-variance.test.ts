import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { PortfolioKernels } from "../../../workers/numerics/dense-matrix";
import type { Estimates } from "../../../workers/portfolio/estimates";
import { efficientAt, traceCorners } from "../../../workers/portfolio/frontier";
import { LONG_ONLY, limitsOf, type PortfolioLimits } from "../../../workers/portfolio/limits";
import { highestRatio, minimumVariance, type OptimumOutcome, targetReturn } from "../../../workers/portfolio/mean-variance";
import type { Limits } from "../../../workers/portfolio/quadratic";
import { portfolioStatistics } from "../../../workers/portfolio/statistics";
import type { JobContext } from "../../../workers/runtime/job";
import { resultOf } from "../../fixtures/failure-text";
import { goldenJson } from "../../fixtures/golden";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { seededCovariance } from "../reference/dense";
import { furthest, GOLDEN_IDS, givenEstimates, goldenCase } from "./portfolio-golden";

let context: JobContext;
let kernels: PortfolioKernels;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("portfolio");
});

const RISK_FREE = 0.02;
// The solver is exact: differences are due to the peers' stopping rules (cvxpy 1e-7, quadprog none) and printed digits.
const PEER_WEIGHTS = 2e-7;
const KKT = 1e-10;

function limits(n: number, of: Partial<PortfolioLimits> = {}): Limits {
  const names = Array.from({ length: n }, (_, i) => `A${i}`);
  return resultOf(limitsOf(names, { ...LONG_ONLY, ...of }));
}

function weightsOf(outcome: OptimumOutcome): Float64Array {
  if (typeof outcome === "string") throw new Error(outcome);
  expect(outcome.residual).toBeLessThan(KKT);
  const total = outcome.weights.reduce((sum, weight) => sum + weight, 0);
  expect(Math.abs(total - 1)).toBeLessThan(1e-12);
  return outcome.weights;
}

const excess = ({ means }: Estimates) => means.map((mean) => mean - RISK_FREE);
const maximumSharpe = (estimates: Estimates, within: Limits) =>
  highestRatio(context, kernels, estimates.covariance, excess(estimates), within);

for (const id of GOLDEN_IDS) {
  const { golden } = await goldenCase(id);
  const estimates = givenEstimates(golden);
  const n = estimates.means.length;
  describe(`${id} against PyPortfolioOpt 1.5.6`, () => {
    const cases: [string, { weights: number[]; return: number; volatility: number; sharpe: number }, () => OptimumOutcome][] = [
      ["minimum variance", golden.min_variance_long_only, () => minimumVariance(context, kernels, estimates, limits(n))],
      ["maximum Sharpe", golden.max_sharpe_long_only, () => maximumSharpe(estimates, limits(n))],
      [
        "maximum Sharpe with a cap",
        golden["max_sharpe_cap_0.25"],
        () => maximumSharpe(estimates, limits(n, { upper: golden["max_sharpe_cap_0.25"].cap })),
      ],
      [
        "target return",
        golden.efficient_return,
        () => targetReturn(context, kernels, estimates, limits(n), golden.efficient_return.target),
      ],
      ["highest utility", golden.max_quadratic_utility_ra2, () => minimumVariance(context, kernels, estimates, limits(n), 2)],
      [
        "minimum variance, short sales",
        golden.min_variance_unbounded,
        () => minimumVariance(context, kernels, estimates, limits(n, { lower: -10, upper: 10 })),
      ],
      ["maximum Sharpe, short sales", golden.tangency_unbounded, () => maximumSharpe(estimates, limits(n, { lower: -10, upper: 10 }))],
    ];
    for (const [name, want, run] of cases) {
      it(`${name}: weights to ${PEER_WEIGHTS}, objective to 1e-8`, () => {
        const weights = weightsOf(run());
        expect(furthest(weights, want.weights)).toBeLessThan(PEER_WEIGHTS);
        const own = portfolioStatistics(weights, estimates, RISK_FREE);
        expect(Math.abs(own.volatility / want.volatility - 1)).toBeLessThan(1e-6);
        expect(Math.abs(own.sharpe! / want.sharpe - 1)).toBeLessThan(1e-6);
        expect(own.riskContributions!.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      });
    }
    it("statistics of given weights to 1e-12", () => {
      const own = portfolioStatistics(Float64Array.from(golden.inverse_variance.weights), estimates, RISK_FREE);
      expect(Math.abs(own.expectedReturn / golden.inverse_variance.return - 1)).toBeLessThan(1e-12);
      expect(Math.abs(own.volatility / golden.inverse_variance.volatility - 1)).toBeLessThan(1e-12);
      expect(Math.abs(own.sharpe! / golden.inverse_variance.sharpe - 1)).toBeLessThan(1e-12);
      expect(portfolioStatistics(Float64Array.from(golden.equal.weights), estimates, RISK_FREE).effectiveAssets).toBeCloseTo(n, 12);
    });

    it("frontier: every corner is optimal, ends are correct, tangency and target portfolios lie on it", () => {
      for (const within of [limits(n), limits(n, { upper: 0.4 }), limits(n, { lower: -0.2, upper: 0.6 })]) {
        const corners = traceCorners(context, kernels, estimates.covariance, estimates.means, within);
        if (typeof corners === "string") throw new Error(corners);
        for (const { residual } of corners) expect(residual).toBeLessThan(KKT);
        expect(furthest(corners[0].weights, weightsOf(minimumVariance(context, kernels, estimates, within)))).toBeLessThan(1e-10);
        const stats = corners.map(({ weights }) => portfolioStatistics(weights, estimates, RISK_FREE));
        for (let k = 1; k < stats.length; k++) {
          expect(stats[k].expectedReturn).toBeGreaterThan(stats[k - 1].expectedReturn);
          expect(stats[k].volatility).toBeGreaterThan(stats[k - 1].volatility);
        }
        // Between the ends: the quadratic program's optimum for a target return is a mixture of two corners.
        const [low, high] = [stats[0].expectedReturn, stats[stats.length - 1].expectedReturn];
        for (const share of [0.1, 0.37, 0.8, 0.999]) {
          const target = low + share * (high - low);
          const direct = weightsOf(targetReturn(context, kernels, estimates, within, target));
          expect(furthest(efficientAt(corners, estimates.means, target)!, direct)).toBeLessThan(1e-9);
        }
        const best = portfolioStatistics(weightsOf(maximumSharpe(estimates, within)), estimates, RISK_FREE);
        const same = portfolioStatistics(efficientAt(corners, estimates.means, best.expectedReturn)!, estimates, RISK_FREE);
        expect(Math.abs(same.sharpe! / best.sharpe! - 1)).toBeLessThan(1e-12);
        // The highest return fills the best assets up to their bounds.
        expect(efficientAt(corners, estimates.means, high + 1e-6)).toBeNull();
        expect(high).toBeCloseTo(highestReturn(estimates.means, within), 12);
      }
    });
  });
}

/** The return with the best assets filled up to their bounds. */
function highestReturn(means: Float64Array, { lower, upper }: Limits): number {
  let rest = 1 - lower.reduce((sum, bound) => sum + bound, 0);
  let total = lower.reduce((sum, bound, i) => sum + bound * means[i], 0);
  for (const i of [...means.keys()].sort((a, b) => means[b] - means[a])) {
    const more = Math.min(rest, upper[i] - lower[i]);
    total += more * means[i];
    rest -= more;
  }
  return total;
}

it("minimum variance and tangency of stocks8 agree with quadprog 1.5.8 and fPortfolio", async () => {
  const { golden } = await goldenCase("stocks8_2013_2018");
  const { expected } = await goldenJson<{ expected: Record<string, { weights: number[] }> }>("portfolio/R_stocks8_2013_2018.json");
  const estimates = givenEstimates(golden);
  expect(furthest(weightsOf(minimumVariance(context, kernels, estimates, limits(8))), expected.quadprog_min_variance.weights)).toBeLessThan(
    1e-9,
  );
  expect(furthest(weightsOf(maximumSharpe(estimates, limits(8))), expected.fPortfolio_tangency.weights)).toBeLessThan(1e-6);
});

describe("closed forms", () => {
  it("two assets: minimum variance and tangency", () => {
    const [a, b, c] = [0.04, 0.09, 0.012];
    const estimates: Estimates = { means: Float64Array.of(0.08, 0.12), covariance: Float64Array.of(a, c, c, b), shrinkage: null };
    const wide = limits(2, { lower: -5, upper: 5 });
    const least = weightsOf(minimumVariance(context, kernels, estimates, wide));
    expect(furthest(least, [(b - c) / (a + b - 2 * c), (a - c) / (a + b - 2 * c)])).toBeLessThan(1e-15 * 10);
    const [x, y] = [0.06 * b - 0.1 * c, 0.1 * a - 0.06 * c];
    expect(furthest(weightsOf(maximumSharpe(estimates, wide)), [x / (x + y), y / (x + y)])).toBeLessThan(1e-14);
  });

  it("a single asset has the whole weight", () => {
    const estimates: Estimates = { means: Float64Array.of(0.08), covariance: Float64Array.of(0.04), shrinkage: null };
    expect([...weightsOf(minimumVariance(context, kernels, estimates, limits(1)))]).toEqual([1]);
    expect([...weightsOf(maximumSharpe(estimates, limits(1)))]).toEqual([1]);
    expect(traceCorners(context, kernels, estimates.covariance, estimates.means, limits(1))).toHaveLength(1);
  });

  it("uncorrelated assets: weights are proportional to inverse variance", () => {
    const variances = [0.01, 0.04, 0.09, 0.16];
    const covariance = new Float64Array(16);
    for (const [i, variance] of variances.entries()) covariance[i * 5] = variance;
    const total = variances.reduce((sum, variance) => sum + 1 / variance, 0);
    const estimates: Estimates = { means: new Float64Array(4).fill(0.05), covariance, shrinkage: null };
    const want = variances.map((variance) => 1 / variance / total);
    expect(furthest(weightsOf(minimumVariance(context, kernels, estimates, limits(4))), want)).toBeLessThan(1e-15 * 4);
    // Equal means: the frontier is a single point.
    expect(traceCorners(context, kernels, covariance, estimates.means, limits(4))).toHaveLength(1);
  });
});

describe("degenerate input", () => {
  it("identical assets: optimal risk, and weights that add up to 1", () => {
    const covariance = Float64Array.of(0.04, 0.04, 0.01, 0.04, 0.04, 0.01, 0.01, 0.01, 0.09);
    const estimates: Estimates = { means: Float64Array.of(0.1, 0.1, 0.05), covariance, shrinkage: null };
    const weights = weightsOf(minimumVariance(context, kernels, estimates, limits(3)));
    expect(weights[0] + weights[1]).toBeCloseTo(0.08 / 0.11, 10);
    const best = weightsOf(maximumSharpe(estimates, limits(3)));
    const once = weightsOf(
      maximumSharpe({ means: Float64Array.of(0.1, 0.05), covariance: Float64Array.of(0.04, 0.01, 0.01, 0.09), shrinkage: null }, limits(2)),
    );
    expect(best[0] + best[1]).toBeCloseTo(once[0], 9);
    const corners = traceCorners(context, kernels, covariance, estimates.means, limits(3));
    if (typeof corners === "string") throw new Error(corners);
    expect(corners[corners.length - 1].weights[0] + corners[corners.length - 1].weights[1]).toBeCloseTo(1, 10);
  });

  it("fewer days than assets: a singular covariance gives a riskless portfolio or a certified optimum", () => {
    for (const [n, rows] of [
      [20, 10],
      [40, 39],
      [60, 5],
    ]) {
      const estimates: Estimates = {
        means: Float64Array.from({ length: n }, (_, i) => 0.05 + 0.001 * ((i * 7) % 13)),
        covariance: seededCovariance(n, rows, 5 + n),
        shrinkage: null,
      };
      weightsOf(minimumVariance(context, kernels, estimates, limits(n)));
      weightsOf(minimumVariance(context, kernels, estimates, limits(n, { lower: -1, upper: 1 })));
      weightsOf(targetReturn(context, kernels, estimates, limits(n), 0.06));
    }
  });

  it("a riskless asset is the minimum-variance portfolio", () => {
    const estimates: Estimates = { means: Float64Array.of(0.02, 0.1), covariance: Float64Array.of(0, 0, 0, 0.04), shrinkage: null };
    expect(furthest(weightsOf(minimumVariance(context, kernels, estimates, limits(2))), [1, 0])).toBeLessThan(1e-9);
  });

  it("reports that no portfolio exceeds the risk-free rate, or that limits are contradictory", () => {
    const estimates: Estimates = { means: Float64Array.of(0.01, 0.015), covariance: Float64Array.of(0.04, 0, 0, 0.09), shrinkage: null };
    expect(maximumSharpe(estimates, limits(2))).toBe("infeasible");
    expect(targetReturn(context, kernels, estimates, limits(2), 0.03)).toBe("infeasible");
    const groups = [{ name: "G", assets: ["A0", "A1"], least: null, most: 0.5 }];
    expect(minimumVariance(context, kernels, estimates, limits(2, { groups }))).toBe("infeasible");
  });
});

describe("invariants", () => {
  const problem = fc.record({
    n: fc.integer({ min: 2, max: 14 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    upper: fc.double({ min: 0.5, max: 1, noNaN: true }),
  });
  const build = ({ n, seed }: { n: number; seed: number }): Estimates => ({
    means: Float64Array.from({ length: n }, (_, i) => 0.03 + 0.01 * ((i * seed) % 17)),
    covariance: seededCovariance(n, 2 * n, seed),
    shrinkage: null,
  });

  it("the unit of risk has no effect, and permuting assets permutes weights", () => {
    fc.assert(
      fc.property(problem, (of) => {
        const estimates = build(of);
        const n = of.n;
        const within = limits(n, { upper: of.upper });
        const weights = weightsOf(minimumVariance(context, kernels, estimates, within));
        const scaled = { ...estimates, covariance: estimates.covariance.map((value) => value * 1e-4) };
        expect(furthest(weightsOf(minimumVariance(context, kernels, scaled, within)), weights)).toBeLessThan(1e-10);
        const turned = { ...estimates, means: estimates.means.toReversed(), covariance: estimates.covariance.toReversed() };
        expect(furthest(weightsOf(minimumVariance(context, kernels, turned, within)).toReversed(), weights)).toBeLessThan(1e-10);
        const sharpe = weightsOf(maximumSharpe(estimates, within));
        expect(furthest(weightsOf(maximumSharpe(turned, within)).toReversed(), sharpe)).toBeLessThan(1e-9);
      }),
      { numRuns: runs(60) },
    );
  });

  it("limits hold, including groups, and no random feasible portfolio is better", () => {
    fc.assert(
      fc.property(problem, (of) => {
        const estimates = build(of);
        const groups = [{ name: "G", assets: ["A0", "A1"], least: 0.2, most: 0.6 }];
        const within = limits(of.n, { upper: of.upper, groups: of.n > 3 ? groups : [] });
        const weights = weightsOf(maximumSharpe(estimates, within));
        for (const weight of weights) expect(weight >= -1e-12 && weight <= of.upper + 1e-12).toBe(true);
        if (of.n > 3) expect(weights[0] + weights[1] >= 0.2 - 1e-10 && weights[0] + weights[1] <= 0.6 + 1e-10).toBe(true);
        const best = portfolioStatistics(weights, estimates, RISK_FREE).sharpe!;
        const other = weightsOf(minimumVariance(context, kernels, estimates, within));
        for (const share of [0.5, 0.9, 0.999]) {
          const mixed = weights.map((weight, i) => share * weight + (1 - share) * other[i]);
          expect(portfolioStatistics(mixed, estimates, RISK_FREE).sharpe!).toBeLessThan(best + 1e-12);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it("two hundred assets: optimum and whole frontier are certified", () => {
    const n = 200;
    const estimates = build({ n, seed: 77 });
    estimates.means.forEach((_, i) => {
      estimates.means[i] = 0.02 + 0.0005 * ((i * 89) % 211);
    });
    const within = limits(n, { upper: 0.1 });
    weightsOf(minimumVariance(context, kernels, estimates, within));
    weightsOf(maximumSharpe(estimates, within));
    const corners = traceCorners(context, kernels, estimates.covariance, estimates.means, within);
    if (typeof corners === "string") throw new Error(corners);
    expect(corners.length).toBeGreaterThan(50);
    for (const { residual } of corners) expect(residual).toBeLessThan(KKT);
    expect(corners[corners.length - 1].weights.reduce((sum, weight, i) => sum + weight * estimates.means[i], 0)).toBeCloseTo(
      highestReturn(estimates.means, within),
      12,
    );
  });
});
