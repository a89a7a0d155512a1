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
  /** What it is to be worked out on; the look-ahead proof is made on these. */
  assets: readonly FormulaAsset[];
  /** Steps `rank` of one series looks back over. */
  lookback: Count;
}

export interface CheckedFormula {
  /** The formula as it was understood. */
  written: string;
  columns: ColumnName[];
  /** Steps before the first at which it can be known. */
  reach: Count;
  /** Operations that the look-ahead check and the evaluation need, counted before either runs. */
  operations: Count;
  proof: Proof | null;
  /** Why it cannot be a factor of this data; null where it can. */
  trouble: string | null;
}

/** Reads a formula and proves on the data that it does not look ahead. What is wrong with its text is a failure with the character. */
export async function checkFormula({ text, assets, lookback }: CheckFormulaInput, context: JobContext): Promise<Outcome<CheckedFormula>> {
  if (assets.length === 0 || assets[0].values.length === 0) return fail("bad-input", "ingest/enterMarketData");
  if (!Number.isInteger(lookback) || lookback < MIN_SCORED) return fail("bad-input", "factors/factorPeriods");
  const kernels = await context.load("factors");
  const proven = provenFormula(context, kernels, text, assets, lookback);
  if (!proven.ok) return proven;
  const { expression, operations, proof, trouble } = proven.value;
  return succeed({ written: written(expression), columns: columnsOf(expression), reach: reachOf(expression), operations, proof, trouble });
}
