import { type Count, VALUE_BYTES } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { FactorKernels } from "../columns";
import { columnsOf, constantOf, reachOf } from "./check";
import { operationsOf } from "./cost";
import { type FormulaAsset, formulaData } from "./data";
import { FormulaEvaluator } from "./evaluate";
import { type Expression, partsOf } from "./expression";

/** Number of latest rows used by the proof. */
const ROWS = 3000;
/** Number of truncated data sets: as many spread evenly over the rows, and as many again that drop one row after the other. */
const SPREAD = 16;

/** A value that changed when later rows became known. */
export interface LookAhead {
  /** Counted from 1, over the whole series. */
  row: Count;
  /** Number of known rows for the early value. */
  known: Count;
  early: number | null;
  late: number | null;
}

export interface Proof {
  /** Number of truncated data sets on which the formula was evaluated. */
  prefixes: Count;
  /** Number of values compared with those on the full data. */
  compared: Count;
  rows: Count;
  found: LookAhead | null;
  /** The formula refers to later rows by construction, whether or not its values show it. */
  readsAhead: boolean;
}

/** Negative shifts, and scaling a single series, which uses later rows. */
const readsAhead = (expression: Expression, assets: Count): boolean =>
  partsOf(expression).some(
    (part) =>
      part.kind === "call" &&
      (((part.name === "delay" || part.name === "delta") && (constantOf(part.values[1]) ?? 0) < 0) ||
        (part.name === "scale" && assets === 1)),
  );

const prefixesOf = (n: Count): Count[] => {
  const spread = Array.from({ length: SPREAD }, (_, k) => Math.floor(((k + 1) * n) / (SPREAD + 1)));
  const last = Array.from({ length: SPREAD }, (_, k) => n - SPREAD + k);
  return [...new Set([...spread, ...last])].filter((length) => length > 0 && length < n).sort((a, b) => a - b);
};

/** Number of latest rows on which a formula is proven. */
const provenRows = (expression: Expression, length: Count): Count => Math.min(length, Math.max(ROWS, 2 * reachOf(expression) + ROWS / 4));

/** Number of operations to prove a formula, estimated before it runs. */
export function provingOperations(expression: Expression, assets: readonly FormulaAsset[], lookback: Count): Count {
  const rows = provenRows(expression, assets[0].values.length);
  const worked = [rows, ...prefixesOf(rows)].reduce((sum, length) => sum + length, 0);
  return operationsOf(expression, { rows: worked, assets: assets.length, lookback });
}

/**
 * Look-ahead test: evaluates the formula on data truncated at many points and compares every value with that on all data, bit for bit.
 * @formula f(x[1..m])[t] = f(x[1..n])[t] for every t up to m
 * @source definition of a causal function
 * @tolerance same bits
 */
export function proveFormula(
  context: JobContext,
  kernels: FactorKernels,
  expression: Expression,
  assets: readonly FormulaAsset[],
  lookback: Count,
): Proof {
  const { arena } = context;
  const length = assets[0].values.length;
  const n = provenRows(expression, length);
  const start = length - n;
  const wanted = columnsOf(expression);
  const proof: Proof = { prefixes: 0, compared: 0, rows: n, found: null, readsAhead: readsAhead(expression, assets.length) };
  return arena.scope(() => {
    const worked = (to: Count) => {
      const out = arena.take(to * assets.length);
      const data = formulaData(context, assets, wanted, { from: start, to: start + to, lookback });
      new FormulaEvaluator(context, kernels, data).evaluate(expression, out);
      return out;
    };
    const whole = worked(n);
    for (const prefix of prefixesOf(n)) {
      context.checkpoint();
      proof.prefixes++;
      proof.compared += prefix * assets.length;
      proof.found = arena.scope(() => {
        const early = worked(prefix);
        for (let i = 0; i < assets.length; i++) {
          const [own, other] = [early + i * prefix * VALUE_BYTES, whole + i * n * VALUE_BYTES];
          const place = kernels.firstDifference(own, other, 0, prefix);
          if (place < 0) continue;
          const [before, after] = [arena.view(own, prefix)[place], arena.view(other, n)[place]];
          const known = (value: number) => (Number.isNaN(value) ? null : value);
          return { row: start + place + 1, known: start + prefix, early: known(before), late: known(after) };
        }
        return null;
      });
      if (proof.found) break;
    }
    return proof;
  });
}
