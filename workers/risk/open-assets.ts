import { type Count, fail, type Outcome, succeed, VALUE_BYTES } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import type { RiskKernels } from "../performance";
import type { JobContext } from "../runtime/job";
import { type Alignment, joinAssets, type UnitChoice } from "../series";
import { type GivenKind, type ReadAs, returnsAt } from "./portfolio-returns";

/** Prices or returns of an asset, oldest first. */
export interface AssetValues {
  name: string;
  values: Float64Array;
  times?: Float64Array | null;
  /** Kind of its values and unit of returns; inferred as on the risk screen if omitted. */
  kind?: GivenKind;
  unit?: UnitChoice;
}

/** The simple returns of several assets over their common rows, in the arena. */
export interface OpenAssets {
  names: string[];
  columns: number[];
  n: Count;
  /** Common dates of the rows as a result column; null if there are none. Prices have one row more than returns. */
  times: Float64Array | null;
  alignment: Alignment;
  /** Inferred kinds and units; omitted if all are prices. */
  readAs?: ReadAs[];
}

/**
 * Simple returns of assets: joined on common dates, or row by row if one has no dates. Call it within an arena scope. Fails if no asset is given,
 * if rows or weights do not match, or if a column is invalid, with the name of its asset.
 * @param kind default for assets without a kind
 */
export function openAssets(
  context: JobContext,
  risk: RiskKernels,
  portfolio: PortfolioKernels,
  given: AssetValues[],
  weights: readonly number[],
  kind: GivenKind,
): Outcome<OpenAssets> {
  if (given.length === 0) return fail("bad-input", "risk/enterData");
  const assets = given.map(({ name, values, times }) => ({ name, values, times: times ?? null }));
  const dated = assets.every(({ times }) => times !== null);
  const uneven = !dated && assets.some(({ values }) => values.length !== assets[0].values.length);
  if (uneven || weights.length !== assets.length || !weights.every(Number.isFinite)) return fail("bad-input", "risk/assetsUnequal");
  context.progress(0, "Aligning assets");
  const joined = joinAssets(context, portfolio, assets, 2);
  if (!joined.ok) return joined;
  const { rows, stride, alignment } = joined.value;
  const columns: number[] = [];
  const found: ReadAs[] = [];
  let n = 0;
  for (const [index, { name, kind: own = kind, unit }] of given.entries()) {
    const address = joined.value.columns + index * stride * VALUE_BYTES;
    const read = returnsAt(context, risk, address, rows, own, unit);
    if (!read.ok) {
      const { code, row, value } = read.failure;
      return fail(code, "risk/assetFailed", { name, cause: read.failure }, { row, value, column: name });
    }
    if (columns.length > 0 && read.value.n !== n) return fail("bad-input", "risk/assetsMixed", { name }, { column: name });
    columns.push(read.value.returns);
    found.push(read.value.readAs);
    n = read.value.n;
  }
  if (n < 2) return fail("bad-input", "risk/invalid");
  let times: Float64Array | null = null;
  if (joined.value.times !== 0) {
    times = context.column(rows);
    times.set(context.arena.view(joined.value.times, rows));
  }
  const readAs = found.some(({ unit }) => unit !== null) ? { readAs: found } : {};
  return succeed({ names: assets.map(({ name }) => name), columns, n, times, alignment, ...readAs });
}
