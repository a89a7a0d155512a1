import type { JobContext } from "../../runtime/job";
import { columnAt, largestError, type SelfCheck } from "../../runtime/self-check";
import { failureText } from "../../texts";
import { columnsOf } from "./check";
import { type FormulaAsset, formulaData } from "./data";
import { FormulaEvaluator } from "./evaluate";
import { proveFormula } from "./prove";
import { readFormula } from "./read";

const X = Float64Array.of(3.1, 1.2, 5.5, 2.2, 2.2, 8.1, 0.4, 9.9, 7.3, 4.4);
const Y = Float64Array.of(1, 2, 2, 3.5, 0.5, 4, 1.5, 6, 2.5, 3);
const ONE: readonly FormulaAsset[] = [{ values: X, volume: Y }];
const MIRRORED: readonly FormulaAsset[] = [
  { values: X, volume: Y },
  { values: X.slice().reverse(), volume: Y },
  { values: X.map(() => 4), volume: Y },
];

const tree = (text: string) => {
  const read = readFormula(text);
  if (!read.ok) throw new Error(failureText(read.failure));
  return read.value;
};

/** The last value of each formula, per asset. */
async function lastOf(context: JobContext, formulas: readonly string[], assets = ONE): Promise<number[]> {
  const kernels = await context.load("factors");
  const { arena } = context;
  return formulas.flatMap((text) =>
    arena.scope(() => {
      const expression = tree(text);
      const n = assets[0].values.length;
      const out = arena.take(n * assets.length);
      const data = formulaData(context, assets, columnsOf(expression), { from: 0, to: n, lookback: n });
      new FormulaEvaluator(context, kernels, data).evaluate(expression, out);
      return assets.map((_, i) => arena.view(out, n * assets.length)[(i + 1) * n - 1]);
    }),
  );
}

const WINDOWS = ["ts_min", "ts_max", "ts_mean", "ts_sum", "ts_stddev", "ts_argmax", "ts_argmin", "ts_rank", "decay_linear"];

export const checks: SelfCheck[] = [
  {
    kernel: "rollWindow",
    source: "Python's statistics module and fsum",
    tolerance: 1e-14,
    errorOf: async (context) =>
      largestError(
        await lastOf(
          context,
          WINDOWS.map((name) => `${name}(close, 5)`),
        ),
        [0.4, 9.9, 6.02, 30.1, 3.7157771730823685, 3, 2, 0.4, 5.986666666666667],
      ),
  },
  {
    kernel: "rollPair",
    source: "Python's statistics module",
    tolerance: 1e-14,
    errorOf: async (context) =>
      largestError(await lastOf(context, ["covariance(close, volume, 5)", "correlation(close, volume, 5)"]), [5.3775, 0.8461898689709185]),
  },
  {
    kernel: "formula cells",
    source: "closed forms",
    tolerance: 1e-14,
    errorOf: async (context) =>
      largestError(
        await lastOf(context, [
          "if(close > volume, delta(close, 2), 7)",
          "if(close < volume, 1, -abs(-3) * sign(volume))",
          "log(close) - delay(close, 1) / 2",
          "scale(close)",
        ]),
        [-5.5, -3, 1.4816045409242156 - 3.65, 4.4 / 44.3],
      ),
  },
  {
    kernel: "rankSoFar",
    source: "definition: five of ten values are below the last",
    tolerance: 0,
    errorOf: async (context) => {
      const kernels = await context.load("factors");
      return largestError(
        columnAt(context, X, [3, 9], (input, n, out) => kernels.rankSoFar(input, 0, n, n, 5, out)),
        [Number.NaN, 0.6],
      );
    },
  },
  {
    kernel: "rankAcross",
    source: "definition: 4.4, 3.1 and 4 side by side",
    tolerance: 1e-15,
    errorOf: async (context) =>
      largestError(await lastOf(context, ["rank(close)", "scale(close)"], MIRRORED), [1, 1 / 3, 2 / 3, 4.4 / 11.5, 3.1 / 11.5, 4 / 11.5]),
  },
  {
    kernel: "firstDifference",
    source: "definition: tomorrow's value is missing in the second of two rows",
    tolerance: 0,
    errorOf: async (context) => {
      const kernels = await context.load("factors");
      const assets = [{ values: Float64Array.from({ length: 40 }, (_, t) => t + 1), volume: null }];
      const { found } = proveFormula(context, kernels, tree("delay(close, -1)"), assets, 20);
      const sound = proveFormula(context, kernels, tree("ts_mean(close, 3)"), assets, 20);
      return largestError([found?.row ?? 0, found?.known ?? 0, found?.late ?? 0, sound.found ? 1 : 0], [2, 2, 3, 0]);
    },
  },
];
