import type { Count } from "../../contract";
import { constantOf } from "./check";
import { type Expression, partsOf } from "./expression";

/** About a minute of one thread. */
export const MAX_OPERATIONS: Count = 20_000_000_000;
/** Cost of a sign or a unary function. */
const PER_CELL = 4;

interface Size {
  rows: Count;
  assets: Count;
  /** Lookback of `rank` for a single series, in steps. */
  lookback: Count;
}

function perCell(part: Expression, { assets, lookback }: Size): Count {
  if (part.kind !== "call") return part.kind === "binary" || part.kind === "negative" ? PER_CELL : 0;
  if (part.name === "rank") return assets === 1 ? lookback : assets;
  // Windows are computed independently: a window of d steps costs d at every cell, twice that for a pair of series.
  const steps = Math.abs(constantOf(part.values[part.values.length - 1]) ?? 1);
  const { length } = part.values;
  return PER_CELL + (part.name.startsWith("del") || length < 2 ? 0 : length === 3 ? 4 * steps : 2 * steps);
}

/** Number of operations to evaluate a formula, estimated before it runs: each part at every cell, windows by their length. */
export const operationsOf = (expression: Expression, size: Size): Count =>
  size.rows * size.assets * partsOf(expression).reduce((sum, part) => sum + perCell(part, size), 0);
