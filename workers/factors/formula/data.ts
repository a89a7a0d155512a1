import { type Count, VALUE_BYTES } from "../../contract";
import { CHUNK, inChunks, type JobContext } from "../../runtime/job";
import type { FormulaData } from "./evaluate";
import type { ColumnName } from "./expression";

/** Columns of one asset that formulas may read; closes are always present. */
export interface FormulaAsset {
  values: Float64Array;
  volume: Float64Array | null;
  open?: Float64Array | null;
  high?: Float64Array | null;
  low?: Float64Array | null;
}

/** A column of an asset by its name in formulas. */
const columnOf = (asset: FormulaAsset, name: ColumnName): Float64Array | null => {
  if (name === "close") return asset.values;
  return name === "returns" ? null : (asset[name] ?? null);
};

/** Columns used by formulas that some asset lacks. */
export const missingColumns = (assets: readonly FormulaAsset[], wanted: readonly ColumnName[]): ColumnName[] =>
  wanted.filter((name) => name !== "returns" && assets.some((asset) => columnOf(asset, name) === null));

/** Copies rows [from, to) of the formulas' inputs to the arena, asset after asset; returns are computed from these rows only. */
export function formulaData(
  context: JobContext,
  assets: readonly FormulaAsset[],
  wanted: readonly ColumnName[],
  { from, to, lookback }: { from: Count; to: Count; lookback: Count },
): FormulaData {
  const { arena, kernels } = context;
  const n = to - from;
  const columns: FormulaData["columns"] = {};
  for (const name of wanted) {
    const column = arena.take(n * assets.length);
    columns[name] = column;
    for (const [i, asset] of assets.entries()) {
      const own = column + i * n * VALUE_BYTES;
      const source = columnOf(asset, name === "returns" ? "close" : name);
      if (name !== "returns") {
        if (source) arena.view(own, n).set(source.subarray(from, to));
        continue;
      }
      arena.scope(() => {
        const closes = arena.put(asset.values.subarray(from, to));
        inChunks(context, n, CHUNK, (start, end) => kernels.simpleReturns(closes, start, end, own));
      });
    }
  }
  return { n, assets: assets.length, columns, lookback };
}
