import { type Count, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { columnsOf, reachOf } from "../formula/check";
import type { FormulaAsset } from "../formula/data";
import { type ColumnName, written } from "../formula/expression";
import type { Proof } from "../formula/prove";
import { provenFormula } from "../formula/read";
import { MIN_SCORED } from "../schema";

export interface CheckFormulaInput {
  text: string;
  /** Assets to evaluate it on, which the look-ahead proof also uses. */
  assets: readonly FormulaAsset[];
  /** Lookback of `rank` for a single series, in steps. */
  lookback: Count;
}

export interface CheckedFormula {
  /** The formula as parsed. */
  written: string;
  columns: ColumnName[];
  /** Number of steps before its first value. */
  reach: Count;
  /** Operations of the look-ahead proof and the evaluation, estimated before either runs. */
  operations: Count;
  proof: Proof | null;
  /** Why it cannot be a factor of this data; null if it can. */
  trouble: string | null;
}

/** Parses a formula and proves on the data that it does not look ahead. An error in its text is a failure with its character position. */
export async function checkFormula({ text, assets, lookback }: CheckFormulaInput, context: JobContext): Promise<Outcome<CheckedFormula>> {
  if (assets.length === 0 || assets[0].values.length === 0) return fail("bad-input", "ingest/enterMarketData");
  if (!Number.isInteger(lookback) || lookback < MIN_SCORED) return fail("bad-input", "factors/factorPeriods");
  const kernels = await context.load("factors");
  const proven = provenFormula(context, kernels, text, assets, lookback);
  if (!proven.ok) return proven;
  const { expression, operations, proof, trouble } = proven.value;
  return succeed({ written: written(expression), columns: columnsOf(expression), reach: reachOf(expression), operations, proof, trouble });
}
