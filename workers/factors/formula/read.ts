import { type Count, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { FactorKernels } from "../columns";
import * as messages from "../messages";
import { columnsOf, typeChecked } from "./check";
import { MAX_OPERATIONS, operationsOf } from "./cost";
import { type FormulaAsset, missingColumns } from "./data";
import type { Expression } from "./expression";
import { parseFormula } from "./parse";
import { type Proof, proveFormula, provingOperations } from "./prove";

/** Parses and checks a formula: its tree, or the error with its character position. */
export function readFormula(text: string): Outcome<Expression> {
  const parsed = parseFormula(text);
  return parsed.ok ? typeChecked(parsed.value) : parsed;
}

interface ProvenFormula {
  expression: Expression;
  /** Operations of the look-ahead proof and the evaluation, estimated before either runs. */
  operations: Count;
  /** Null if it cannot be a factor of these assets. */
  proof: Proof | null;
  /** Why it cannot be a factor; null if it can. */
  trouble: string | null;
}

const word = (value: number | null) => (value === null ? "missing" : String(Number(value.toPrecision(6))));

/** Parses a formula and proves on these assets that their columns are present and that it does not look ahead. */
export function provenFormula(
  context: JobContext,
  kernels: FactorKernels,
  text: string,
  assets: readonly FormulaAsset[],
  lookback: number,
): Outcome<ProvenFormula> {
  const read = readFormula(text);
  if (!read.ok) return read;
  const expression = read.value;
  const missing = missingColumns(assets, columnsOf(expression));
  if (missing.length > 0)
    return succeed({ expression, operations: 0, proof: null, trouble: messages.formulaNeeds({ columns: missing.join(", ") }) });
  const rows = assets[0].values.length;
  const operations = operationsOf(expression, { rows, assets: assets.length, lookback }) + provingOperations(expression, assets, lookback);
  if (operations > MAX_OPERATIONS)
    return succeed({ expression, operations, proof: null, trouble: messages.formulaCost({ operations, most: MAX_OPERATIONS }) });
  const proof = proveFormula(context, kernels, expression, assets, lookback);
  const { found, readsAhead } = proof;
  const trouble = found
    ? messages.formulaLooksAhead({ row: found.row, known: found.known, early: word(found.early), late: word(found.late) })
    : readsAhead
      ? messages.formulaReadsAhead
      : null;
  return succeed({ expression, operations, proof, trouble });
}
