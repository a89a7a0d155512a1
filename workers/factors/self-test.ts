import { rollingScoreBlock, rollingSpearmanBlock } from "../../assembly/build/factors-layouts.js";
import { columnAt, largestError, type SelfCheck } from "../runtime/self-check";
import { FactorColumns, putLogs } from "./columns";
import { checks as formulas } from "./formula/self-test";
import { centeredRanks } from "./pairs";
import { FACTOR_DEFAULTS } from "./schema";

const X = Float64Array.of(3.1, 1.2, 5.5, 2.2, 2.2, 8.1, 0.4, 9.9, 7.3, 4.4);
const Y = Float64Array.of(1, 2, 2, 3.5, 0.5, 4, 1.5, 6, 2.5, 3);
const CORRELATION = 0.6524390243902439;

const factors: SelfCheck[] = [
  {
    kernel: "shortSpearman",
    source: "SciPy 1.17.1 spearmanr",
    tolerance: 1e-14,
    errorOf: async (context) => {
      const kernels = await context.load("factors");
      const { arena } = context;
      const [short, rolling, long] = arena.scope(() => {
        const [x, y, n] = [arena.put(X), arena.put(Y), X.length];
        const [out, state] = [arena.take(n), arena.take(4 * n)];
        kernels.rollingSpearman(arena.block(rollingSpearmanBlock, { x, y, window: n, out, state }), 0, n);
        const last = arena.view(out, n)[n - 1];
        const ranks = [x, y].map((values) => centeredRanks(context, kernels, values, n));
        return [kernels.shortSpearman(x, y, n, arena.take(2 * n)), last, kernels.rankCorrelation(ranks[0], ranks[1], n)];
      });
      return largestError([short, rolling, long], [CORRELATION, CORRELATION, CORRELATION]);
    },
  },
  {
    kernel: "rollingScore",
    source: "NumPy 2.4.6, mean and standard deviation with n - 1",
    tolerance: 1e-13,
    errorOf: async (context) => {
      const kernels = await context.load("factors");
      const found = columnAt(context, X, [9], (input, n, out) =>
        kernels.rollingScore(context.arena.block(rollingScoreBlock, { values: input, window: 5, least: 5, score: 1, out }), 0, n),
      );
      return largestError(found, [-0.43597878035731424]);
    },
  },
  {
    kernel: "leadDifference",
    source: "closed form: growth of 1% a step",
    tolerance: 1e-13,
    errorOf: async (context) => {
      const kernels = await context.load("factors");
      const { arena } = context;
      return arena.scope(() => {
        const closes = Float64Array.from({ length: 12 }, () => 100);
        for (let t = 1; t < 12; t++) closes[t] = closes[t - 1] * 1.01;
        const { logs } = putLogs(context, kernels, closes);
        const columns = new FactorColumns(context, kernels, FACTOR_DEFAULTS, { n: 12, logs, volume: null, news: null });
        const forward = arena.view(columns.forward(5), 12);
        return largestError([forward[0], forward[6], forward[7]], [5 * 0.009950330853168083, 5 * 0.009950330853168083, Number.NaN]);
      });
    },
  },
];

export const checks: SelfCheck[] = [...factors, ...formulas];
