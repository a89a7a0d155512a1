import type { Count } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { FactorKernels } from "../columns";
import { columnsOf, constantOf, reachOf } from "./check";
import { operationsOf } from "./cost";
import { type FormulaAsset, formulaData } from "./data";
import { FormulaEvaluator } from "./evaluate";
import { type Expression, partsOf } from "./expression";

const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Newest rows the proof is made on. */
const ROWS = 3000;
/** Shortened data sets: as many evenly spread over the rows, and as many again that lose one row after the other. */
const SPREAD = 16;

/** A value that was not the same before later rows were known. */
export interface LookAhead {
  /** Counted from 1, over the whole series. */
  row: Count;
  /** Rows known when it had the early value. */
  known: Count;
  early: number | null;
  late: number | null;
}

export interface Proof {
  /** Shortened data sets the formula was worked out on. */
  prefixes: Count;
  /** Values compared with those of the whole. */
  compared: Count;
  rows: Count;
  found: LookAhead | null;
  /** It reads later rows by what it says, wherever the values show it or not. */
  readsAhead: boolean;
}

/** Shifts backwards in time, and a scale that has only later rows to scale by. */
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

/** Newest rows that a formula is proven on. */
const provenRows = (expression: Expression, length: Count): Count => Math.min(length, Math.max(ROWS, 2 * reachOf(expression) + ROWS / 4));

/** Operations that proving a formula takes, counted before it runs. */
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
          const [own, other] = [early + i * prefix * BYTES, whole + i * n * BYTES];
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
