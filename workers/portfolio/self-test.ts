import { growthOverBlock } from "../../assembly/build/portfolio-layouts.js";
import { type PortfolioKernels, symmetricEigen } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import { failureText } from "../texts";
import { productSums } from "./covariance";
import { equalRisk } from "./equal-risk";
import { traceCorners } from "./frontier";
import { hierarchicalWeights } from "./hierarchical";
import { LONG_ONLY, limitsOf } from "./limits";
import { highestRatio, minimumVariance } from "./mean-variance";
import { minimumCvar } from "./minimum-cvar";
import { runRebalancing } from "./rebalancing";

/** DAX, SMI, CAC and FTSE 1991 to 1998: annual means and covariances; results of PyPortfolioOpt 1.5.6 for them. */
const MEANS = Float64Array.of(0.177714793462997, 0.216958652075339, 0.125482670636185, 0.116864469904807);
const COVARIANCE = Float64Array.of(
  0.0266355126546423,
  0.0167681966856906,
  0.020950800372548,
  0.013164766596754,
  0.0167681966856906,
  0.0214797508963473,
  0.0157657333545431,
  0.0108036834674024,
  0.020950800372548,
  0.0157657333545431,
  0.0306409090250761,
  0.0143278850263822,
  0.013164766596754,
  0.0108036834674024,
  0.0143278850263822,
  0.0159888138850361,
);
const ESTIMATES = { means: MEANS, covariance: COVARIANCE, shrinkage: null };
const PEER = "PyPortfolioOpt 1.5.6 on four stock indices";
const CLOSED_FORM = "closed form";
const N = 4;

function limits(n: number) {
  const found = limitsOf(
    Array.from({ length: n }, (_, i) => `${i}`),
    LONG_ONLY,
  );
  if (!found.ok) throw new Error(failureText(found.failure));
  return found.value;
}

const withKernels = (errorOf: (context: JobContext, kernels: PortfolioKernels) => number) => async (context: JobContext) =>
  errorOf(context, await context.load("portfolio"));

const weightsError = (found: { weights: Float64Array; residual: number } | string | null, expected: number[]): number =>
  found === null || typeof found === "string" ? Number.POSITIVE_INFINITY : largestError(found.weights, expected);

const linear: SelfCheck[] = [
  {
    kernel: "choleskyFactor",
    source: CLOSED_FORM,
    tolerance: 1e-14,
    // The matrix min(i, j) has a factor of ones.
    errorOf: withKernels(({ arena }, kernels) =>
      arena.scope(() => {
        const n = 9;
        const matrix = arena.put(Float64Array.from({ length: n * n }, (_, at) => Math.min(Math.floor(at / n), at % n) + 1));
        const failed = kernels.choleskyFactor(matrix, n, matrix, 0, n);
        const ones = Float64Array.from({ length: n * n }, (_, at) => (at % n <= Math.floor(at / n) ? 1 : 0));
        return failed >= 0 ? Number.POSITIVE_INFINITY : largestError(arena.view(matrix, n * n), ones);
      }),
    ),
  },
  {
    kernel: "eigenReduce, eigenVectors, eigenIterate",
    source: CLOSED_FORM,
    tolerance: 1e-14,
    // Second differences of five points: 2 - 2 cos(k pi / 6).
    errorOf: withKernels((context, kernels) => {
      const matrix = Float64Array.from({ length: 25 }, (_, at) => [2, -1][Math.abs(Math.floor(at / 5) - (at % 5))] ?? 0);
      const root = Math.sqrt(3);
      return largestError(symmetricEigen(context, kernels, matrix, 5)?.values ?? [], [2 - root, 1, 2, 3, 2 + root]);
    }),
  },
  {
    kernel: "crossProducts",
    source: CLOSED_FORM,
    tolerance: 0,
    // 1..n and its squares: sums of the first powers.
    errorOf: withKernels((context, kernels) =>
      context.arena.scope(() => {
        const rows = 21;
        const columns = context.arena.put(Float64Array.from({ length: 2 * rows }, (_, i) => ((i % rows) + 1) ** (i < rows ? 1 : 2)));
        return largestError(productSums(context, kernels, { count: 2, columns, stride: rows, rows }), [3311, 53361, 53361, 917147]);
      }),
    ),
  },
];

const optima: SelfCheck[] = [
  {
    kernel: "quadraticStep",
    source: `${PEER}: minimum variance`,
    tolerance: 2e-7,
    errorOf: withKernels((context, kernels) =>
      weightsError(minimumVariance(context, kernels, ESTIMATES, limits(N)), [0, 0.326906609941329, 0, 0.673093390058671]),
    ),
  },
  {
    kernel: "maximum Sharpe ratio",
    source: PEER,
    tolerance: 2e-7,
    errorOf: withKernels((context, kernels) => {
      const excess = MEANS.map((mean) => mean - 0.02);
      return weightsError(highestRatio(context, kernels, COVARIANCE, excess, limits(N)), [0.0316515726235294, 0.96834842737647, 0, 0]);
    }),
  },
  {
    kernel: "quadraticTrace",
    source: "Karush-Kuhn-Tucker conditions of every corner",
    tolerance: 1e-10,
    errorOf: withKernels((context, kernels) => {
      const corners = traceCorners(context, kernels, COVARIANCE, MEANS, limits(N));
      if (typeof corners === "string") return Number.POSITIVE_INFINITY;
      return Math.max(largestError(corners[corners.length - 1].weights, [0, 1, 0, 0]), ...corners.map(({ residual }) => residual));
    }),
  },
  {
    kernel: "equal risk contribution",
    source: "Newton's method in numpy on the same matrix",
    tolerance: 1e-12,
    errorOf: withKernels((context, kernels) =>
      weightsError(
        equalRisk(context, kernels, COVARIANCE, new Float64Array(N).fill(0.25)),
        [0.222123999056695, 0.260836660351275, 0.212102921000326, 0.304936419591704],
      ),
    ),
  },
  {
    kernel: "hierarchical risk parity",
    source: PEER,
    tolerance: 1e-12,
    errorOf: withKernels((context) =>
      largestError(
        hierarchicalWeights(context, COVARIANCE, N, "single").weights,
        [0.197602660823381, 0.269104309410483, 0.171771933027339, 0.361521096738797],
      ),
    ),
  },
  {
    kernel: "portfolioLosses, markTail, worstPlaced, excessLoss",
    source: CLOSED_FORM,
    tolerance: 1e-12,
    // Two assets that lose on opposite days: half of each loses (0.04 - 0.02) / 2 at worst, always.
    errorOf: withKernels((context, kernels) =>
      context.arena.scope(() => {
        const rows = 20;
        const columns = context.arena.put(
          Float64Array.from({ length: 2 * rows }, (_, i) => ((i < rows ? i : i + 1) % 2 === 0 ? 0.02 : -0.04)),
        );
        const found = minimumCvar(context, kernels, {
          returns: { count: 2, columns, stride: rows, rows },
          limits: limits(2),
          confidence: 0.75,
          start: Float64Array.of(1, 0),
          unit: 0.03,
        });
        return typeof found === "string"
          ? Number.POSITIVE_INFINITY
          : largestError([...found.weights, found.expectedShortfall], [0.5, 0.5, 0.01]);
      }),
    ),
  },
  {
    kernel: "periodStarts, rebalance",
    source: CLOSED_FORM,
    tolerance: 1e-12,
    // One asset doubles, one stands still: back to halves each time, 1.5-fold before costs of 1% on a sixth of the value, twice.
    errorOf: async (context) => {
      const [kernels, risk] = [await context.load("portfolio"), await context.load("risk")];
      return context.arena.scope(() => {
        const assets = [
          { name: "A", values: Float64Array.of(1, 2, 4, 8), times: null },
          { name: "B", values: Float64Array.of(5, 5, 5, 5), times: null },
        ];
        const run = runRebalancing(
          context,
          kernels,
          risk,
          {
            assets,
            targets: [0.5, 0.5],
            config: { frequency: "daily", maxTurnover: 1 },
            initialCapital: 1,
            transactionCosts: 0.01,
            slippage: 0,
          },
          { entry: false },
        );
        const kept = 1 - 0.01 / 3;
        return run.ok ? largestError(run.value.net, [1, 1.5 * kept, 2.25 * kept ** 2, 3.375 * kept ** 3]) : Number.POSITIVE_INFINITY;
      });
    },
  },
  {
    kernel: "growthOver",
    source: CLOSED_FORM,
    tolerance: 1e-13,
    // Doubling each row: by the calendar once from row 0, once from row 1 and twice from row 1; by rows and over two years the root of two.
    errorOf: async ({ arena, load }) => {
      const kernels = await load("portfolio");
      return arena.scope(() => {
        const [values, times] = [arena.put(Float64Array.of(1, 2, 4, 8)), arena.put(Float64Array.of(0, 10, 25, 30))];
        const [dated, state, counted] = [arena.take(4), arena.put(new Float64Array(3)), arena.take(4)];
        kernels.growthOver(arena.block(growthOverBlock, { values, times, span: 10, years: 1, state, out: dated }), 0, 4);
        kernels.growthOver(
          arena.block(growthOverBlock, { values, times: 0, span: 1, years: 2, state: arena.put(new Float64Array(3)), out: counted }),
          0,
          4,
        );
        const root = 100 * (Math.SQRT2 - 1);
        const found = [...arena.view(dated, 4).subarray(1), ...arena.view(counted, 4).subarray(1), ...arena.view(state, 3)];
        return largestError(found, [100, 100, 300, root, root, root, 1, 3, 3]);
      });
    },
  },
];

export const checks: SelfCheck[] = [...linear, ...optima];
