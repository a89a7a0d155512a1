import { expect, it } from "vitest";
import { choleskyAt, symmetricEigen } from "../../workers/numerics/dense-matrix";
import { cholesky } from "../../workers/numerics/linear-algebra";
import { productSums } from "../../workers/portfolio/covariance";
import { equalRisk } from "../../workers/portfolio/equal-risk";
import { traceCorners } from "../../workers/portfolio/frontier";
import { hierarchicalWeights } from "../../workers/portfolio/hierarchical";
import { LONG_ONLY, limitsOf } from "../../workers/portfolio/limits";
import { highestRatio, minimumVariance } from "../../workers/portfolio/mean-variance";
import { minimumCvar } from "../../workers/portfolio/minimum-cvar";
import { runRebalancing } from "../../workers/portfolio/rebalancing";
import { resultOf } from "../fixtures/failure-text";
import { plainProducts } from "../kernels/reference/portfolio";
import { plainRebalance } from "../kernels/reference/rebalance";
import { benchContext } from "./context";
import { faster, measure, report, tabulate } from "./measure";
import { pricePath } from "./paths";

const context = await benchContext();
const kernels = await context.load("portfolio");
const risk = await context.load("risk");
const { arena } = context;

/** Seeded prices of `n` assets: segments of one long path. */
const pieces = (n: number, rows: number) => {
  const path = pricePath(n * rows);
  return Array.from({ length: n }, (_, i) => path.slice(i * rows, i * rows + rows));
};
const returnsOf = (prices: Float64Array) => prices.slice(1).map((price, t) => price / prices[t] - 1);
const limits = (n: number) => {
  return resultOf(
    limitsOf(
      Array.from({ length: n }, (_, i) => `${i}`),
      LONG_ONLY,
    ),
  );
};
const finished = <T>(found: T | string): T => {
  if (typeof found === "string") throw new Error(found);
  return found;
};

function estimatesOf(n: number, rows: number) {
  const returns = pieces(n, rows + 1).map(returnsOf);
  const means = Float64Array.from(returns, (column) => (column.reduce((a, b) => a + b, 0) / rows) * 252);
  const columns = arena.put(Float64Array.from(returns.flatMap((column) => [...column])));
  const covariance = productSums(context, kernels, { count: n, columns, stride: rows, rows }).map((value) => (value / rows) * 252);
  return { returns, columns, estimates: { means, covariance, shrinkage: null }, within: limits(n) };
}

it("covariances of 50 assets over 2,500 days", async ({ task }) => {
  const [n, rows] = [50, 2500];
  const { returns, columns } = estimatesOf(n, rows);
  const plain = returns.map((column) => [...column]);
  const own = productSums(context, kernels, { count: n, columns, stride: rows, rows });
  plainProducts(plain).forEach((value, at) => {
    expect(own[at]).toBeCloseTo(value, 10);
  });
  const timings = await measure([
    { name: "sums of products", run: () => productSums(context, kernels, { count: n, columns, stride: rows, rows }) },
    { name: "sums of products, test twin", run: () => plainProducts(plain) },
  ]);
  tabulate(task.meta, "crossProducts, 50 assets x 2,500 days", rows, timings[0], { count: n * rows, twin: timings[1] });
  report(task.meta, "covariances, 50 assets x 2,500 days", timings, { count: n * rows, unit: "value" }, [
    faster("sums of products: speed of the twin", timings[1], timings[0], 4),
  ]);
});

it("dense matrices of 200 rows", async ({ task }) => {
  const n = 200;
  const { covariance } = estimatesOf(n, 500).estimates;
  const [matrix, factor] = [arena.put(covariance), arena.take(n * n)];
  const timings = await measure([
    { name: "Cholesky factor", run: () => choleskyAt(context, kernels, matrix, n, factor) },
    { name: "Cholesky factor, plain JavaScript", run: () => cholesky(covariance, n) },
    { name: "eigenvalues and vectors", run: () => symmetricEigen(context, kernels, covariance, n) },
  ]);
  tabulate(task.meta, "Cholesky factor", n, timings[0], { count: n * n, twin: timings[1] });
  report(task.meta, "dense matrices, 200 x 200", timings, { count: n * n, unit: "value" }, [
    faster("Cholesky factor: speed of plain JavaScript", timings[1], timings[0], 2),
  ]);
});

for (const n of [20, 100]) {
  it(`optimal portfolios of ${n} assets`, async ({ task }) => {
    const rows = 1250;
    const { columns, estimates, within } = estimatesOf(n, rows);
    const { covariance, means } = estimates;
    const excess = means.map((mean) => mean - Math.min(0.02, Math.max(...means) - 0.01));
    const start = finished(minimumVariance(context, kernels, estimates, within)).weights;
    const tail = { returns: { count: n, columns, stride: rows, rows }, limits: within, confidence: 0.95, start, unit: 0.01 };
    expect(finished(minimumCvar(context, kernels, tail)).gap).toBeLessThan(1e-9);
    for (const { residual } of finished(traceCorners(context, kernels, covariance, means, within))) expect(residual).toBeLessThan(1e-10);
    const timings = await measure([
      { name: "minimum variance", run: () => minimumVariance(context, kernels, estimates, within) },
      { name: "maximum Sharpe ratio", run: () => highestRatio(context, kernels, covariance, excess, within) },
      { name: "whole frontier", run: () => traceCorners(context, kernels, covariance, means, within) },
      { name: "equal risk contribution", run: () => equalRisk(context, kernels, covariance, new Float64Array(n).fill(1 / n)) },
      { name: "hierarchical risk parity", run: () => hierarchicalWeights(context, covariance, n, "single") },
      { name: "minimum CVaR, 1,250 days", run: () => minimumCvar(context, kernels, tail) },
    ]);
    report(task.meta, `portfolios of ${n} assets`, timings, { count: n, unit: "value" });
  });
}

it("rebalancing four assets over 10,000 days", async ({ task }) => {
  const rows = 10_000;
  const assets = pieces(4, rows).map((values, i) => ({ name: `${i}`, values, times: null }));
  const targets = [0.4, 0.3, 0.2, 0.1];
  const run = () =>
    arena.scope(() => {
      return resultOf(
        runRebalancing(context, kernels, risk, { assets, targets, trigger: "calendar", config: { maxTurnover: 1 } }, { entry: false }),
      );
    });
  const prices = assets.map(({ values }) => [...values]);
  const plain = () =>
    plainRebalance({
      prices,
      targets,
      due: (t) => t % 21 === 0,
      asks: (due) => due,
      threshold: 0.05,
      most: 1,
      rate: 0.002,
      capital: 1_000_000,
    });
  expect(run().net[rows - 1] / plain().net[rows - 1]).toBeCloseTo(1, 10);
  const timings = await measure([
    { name: "rebalancing, performance included", run },
    { name: "rebalancing, test twin", run: plain },
  ]);
  tabulate(task.meta, "rebalancing, 4 assets", rows, timings[0], { count: 4 * rows, twin: timings[1] });
  report(task.meta, "rebalancing, 4 assets x 10,000 days", timings, { count: 4 * rows, unit: "value" }, [
    faster("rebalancing: speed of the twin", timings[1], timings[0], 2),
  ]);
});
