import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import type { RegimeModel } from "./model";
import { RegimePasses } from "./passes";
import { shiftRoom, shiftTest } from "./shift-test";

const RETURNS = Float64Array.of(0.3, -0.1, 0.5, 0.2, -2.1, 3, -1.5, -0.4, 0.1, 0.35, 0.2, -0.15);

const TWO: RegimeModel = {
  transition: [
    [0.97, 0.03],
    [0.08, 0.92],
  ],
  mean: [0.05, -0.2],
  variance: [0.3, 3],
};

const THREE: RegimeModel = {
  transition: [
    [0.95, 0.04, 0.01],
    [0.03, 0.94, 0.03],
    [0.02, 0.08, 0.9],
  ],
  mean: [0.1, -0.05, -0.2],
  variance: [0.3, 1.2, 6],
};

/** Steps in the market, and returns. */
const HELD = Float64Array.of(0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0);
const STEPS = Float64Array.of(0.01, -0.02, 0.03, 0.005, -0.01, 0.02, 0.015, -0.03, 0.01, 0.004, -0.006);

async function passesOf<T>(context: JobContext, model: RegimeModel, use: (passes: RegimePasses) => T): Promise<T> {
  const kernels = await context.load("regimes");
  const { arena } = context;
  return arena.scope(() => use(new RegimePasses(context, kernels, { address: arena.put(RETURNS), n: RETURNS.length }, model.mean.length)));
}

/** The most probable path of two regimes. */
const PATH = [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0];

const FILTER = "Hamilton's and Kim's recursions in NumPy 2.4.6 and SciPy 1.17.1";

export const checks: SelfCheck[] = [
  {
    kernel: "forwardTwo",
    source: FILTER,
    tolerance: 1e-13,
    errorOf: (context) =>
      passesOf(context, TWO, (passes) => {
        const { filtered } = passes.columns(TWO);
        return largestError(
          [passes.logLikelihood(TWO), ...[4, 7, 11].map((t) => filtered[0][t])],
          [-16.644426881579633, 0.05022449753856742, 0.1758691428514381, 0.9584507040993097],
        );
      }),
  },
  {
    kernel: "backwardTwo",
    source: FILTER,
    tolerance: 1e-13,
    errorOf: (context) =>
      passesOf(context, TWO, (passes) => {
        const { smoothed } = passes.columns(TWO);
        return largestError(
          [0, 4, 11].map((t) => smoothed[0][t]),
          [0.9004602560259692, 0.0017216830435159078, 0.9584507040993097],
        );
      }),
  },
  {
    kernel: "forwardFour and backwardFour",
    source: FILTER,
    tolerance: 1e-13,
    errorOf: (context) =>
      passesOf(context, THREE, (passes) => {
        const { filtered, smoothed } = passes.columns(THREE);
        return largestError(
          [passes.logLikelihood(THREE), ...filtered.map((column) => column[11]), ...smoothed.map((column) => column[5])],
          [
            -18.125553388020894, 0.6643405565437226, 0.31974857178940114, 0.015910871666876176, 1.3882597351074542e-6, 0.5256720496694827,
            0.474326562070782,
          ],
        );
      }),
  },
  {
    kernel: "viterbiForward and viterbiBack",
    source: "the path with the largest of all 4,096 joint densities, NumPy 2.4.6",
    tolerance: 0,
    errorOf: (context) => passesOf(context, TWO, (passes) => largestError(passes.path(TWO), PATH)),
  },
  {
    kernel: "crossSpectrum and shiftScores",
    source: "every circular shift by itself, Python 3 statistics",
    tolerance: 1e-12,
    errorOf: async (context) => {
      const [regimes, chaos] = [await context.load("regimes"), await context.load("chaos")];
      const { arena } = context;
      return arena.scope(() => {
        const n = HELD.length;
        const [positions, returns] = [HELD, STEPS].map((column) => {
          const room = arena.take(shiftRoom(n));
          arena.view(room, n).set(column);
          return room;
        });
        const plan = { positions, returns, n, cash: 0.0001, perYear: 252 };
        const { p, sharpe, quantiles } = shiftTest(context, regimes, chaos, plan);
        return largestError([p, sharpe, quantiles[1]], [3 / 11, 4.0211698661437465, 1.9785232647745314]);
      });
    },
  },
];
