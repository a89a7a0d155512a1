import { blockMomentsBlock, resampleIndicesBlock, rollingPerformanceBlock, studentSumsBlock } from "../../assembly/build/risk-layouts.js";
import { performanceOf, sumsAt } from "../performance";
import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import { figuresOfSample, layOut, performanceSet } from "./resample";
import { coverageTests } from "./var-tests";

/** The twelve returns of pypbo's own tests. */
const RETURNS = Float64Array.of(0.259, 0.198, 0.364, -0.081, 0.057, 0.055, 0.188, 0.317, 0.24, 0.184, -0.01, 0.526);
const YEARLY = { perYear: 1, riskFree: 0.05, pivot: 0.19, years: null };
const SCATTERED = Float64Array.of(-3.1, -1.2, -0.8, -0.5, -0.3, -0.1, 0, 0.1, 0.2, 0.35, 0.5, 0.75, 0.9, 1.4, 6);

/** Sums at location .1, scale .8 and 5 degrees of freedom. */
const STUDENT = [
  5.532037360472068, -0.0585470188184299, 3.0883117611104485, 2.38233764777791, -0.004465494058271084, 0.26654718812358746,
  0.4231580919308647,
];

async function figures(context: JobContext): Promise<number[]> {
  const risk = await context.load("risk");
  const { arena, kernels } = context;
  return arena.scope(() => {
    const at = { pivot: YEARLY.pivot, target: YEARLY.riskFree };
    const sums = sumsAt(context, risk, arena.put(RETURNS), RETURNS.length, at);
    const { sharpe, sortino, omega, maxDrawdown, totalReturn, ulcer, skewness, kurtosis } = performanceOf(kernels, risk, sums, YEARLY);
    return [sharpe, sortino, omega, maxDrawdown, totalReturn, ulcer, skewness, kurtosis].map((value) => value ?? Number.NaN);
  });
}

/** Error of one resample's moments from running sums, relative to those of the values at its indices. */
async function resampled(context: JobContext): Promise<number> {
  const risk = await context.load("risk");
  const { arena, kernels } = context;
  return arena.scope(() => {
    const n = RETURNS.length;
    const values = arena.put(RETURNS);
    const [sums, squares, out] = [arena.take(n + 1), arena.take(n + 1), arena.take(2)];
    const [stream, state, indices] = [arena.takeBytes(32), arena.takeBytes(8), arena.takeBytes(4 * n)];
    arena.bytes(state, 8).fill(0);
    risk.runningSums(values, 0, 0, n, sums, squares);
    risk.rngSeed(stream, 3);
    risk.blockMoments(
      arena.block(blockMomentsBlock, {
        stream,
        kind: 1,
        blockLength: 3,
        n,
        sums,
        squares,
        most: n,
        state: arena.put(new Float64Array(3)),
        out,
      }),
      0,
      1,
    );
    risk.rngSeed(stream, 3);
    risk.resampleIndices(arena.block(resampleIndicesBlock, { stream, state, kind: 1, blockLength: 3, n, out: indices }), 0, n);
    const drawn = Array.from(new Uint32Array(kernels.memory.buffer, indices, n), (i) => RETURNS[i]);
    return largestError(arena.view(out, 2), [drawn.reduce((a, b) => a + b) / n, drawn.reduce((a, b) => a + b * b, 0) / n]);
  });
}

/**
 * Rolling Sharpe ratio, alpha and beta of the returns, with the first of the scattered values as benchmark and a window of five: rows 6 and 11.
 */
async function rolling(context: JobContext): Promise<number[]> {
  const risk = await context.load("risk");
  const { arena } = context;
  const n = RETURNS.length;
  return arena.scope(() => {
    const [sharpe, alpha, beta] = [0, 1, 2].map(() => arena.take(n));
    const [returns, benchmark] = [RETURNS, SCATTERED.subarray(0, n)].map((values) => arena.put(values));
    const figures = { returns, benchmark, window: 5, perYear: 12, riskFree: 0.05, sharpe, alpha, beta };
    risk.rollingPerformance(arena.block(rollingPerformanceBlock, figures), 0, n);
    const columns = [sharpe, alpha, beta].map((address) => arena.view(address, n));
    return [6, 11].flatMap((row) => columns.map((column) => column[row]));
  });
}

export const checks: SelfCheck[] = [
  {
    kernel: "performanceSums",
    source: "pypbo (Sharpe) and numpy 2.4.6",
    tolerance: 1e-12,
    errorOf: async (context) =>
      largestError(
        await figures(context),
        [
          0.8343639209671239, 3.3999073712532413, 9.884816753926701, -0.081, 6.31653085085695, 0.02496653207963278, 0.22708855983484583,
          -0.4138194938147044,
        ],
      ),
  },
  {
    kernel: "rollingPerformance",
    source: "numpy 2.4.6",
    tolerance: 1e-12,
    errorOf: async (context) =>
      largestError(
        await rolling(context),
        [2.320380153110352, 0.5965776699029125, -0.18223300970873788, 4.3832091907574, 2.0075247148288966, 0.21269961977186314],
      ),
  },
  { kernel: "blockMoments", source: "the mean over resampleIndices", tolerance: 1e-14, errorOf: resampled },
  {
    kernel: "upperQuantile",
    source: "numpy 2.4.6",
    tolerance: 1e-13,
    errorOf: async (context) => {
      const risk = await context.load("risk");
      return context.arena.scope(() => {
        const bench = layOut(context, risk, context.arena.put(RETURNS), RETURNS.length);
        figuresOfSample(context, risk, bench, performanceSet(context, risk, YEARLY));
        risk.lowerTail(bench.sorted, bench.counts, 12, 12, 0.1, bench.out);
        const [quantile, mean] = context.arena.view(bench.out, 2);
        const upper = risk.upperQuantile(bench.sorted, bench.counts, 12, 12, 0.1);
        return largestError([quantile, mean, upper], [-0.0035, -0.0455, 0.3593]);
      });
    },
  },
  {
    kernel: "studentSums",
    source: "numpy 2.4.6",
    tolerance: 1e-13,
    errorOf: async (context) => {
      const risk = await context.load("risk");
      const { arena } = context;
      return arena.scope(() => {
        const out = arena.put(new Float64Array(7));
        risk.studentSums(
          arena.block(studentSumsBlock, { values: arena.put(SCATTERED), location: 0.1, scale: 0.8, nu: 5, sums: out }),
          0,
          SCATTERED.length,
        );
        return largestError(arena.view(out, 7), STUDENT);
      });
    },
  },
  {
    kernel: "coverageTests",
    source: "scipy 1.17.1",
    tolerance: 1e-12,
    errorOf: ({ kernels }) => {
      const counts = { observations: 1000, exceptions: 68, n00: 880, n01: 51, n10: 52, n11: 16 };
      const { unconditional, independence, conditional } = coverageTests(kernels, counts, 0.05);
      return largestError(
        [unconditional.statistic, unconditional.pValue, independence.statistic, conditional.pValue],
        [6.161146455355265, 0.013058654308470394, 21.872005506815697, 8.178589229200842e-7],
      );
    },
  },
];
