import { fail, type Outcome, succeed } from "../contract";
import { momentsOf } from "../numerics/moments";
import { firstInChunks, inChunks, type JobContext } from "../runtime/job";
import { toPercent } from "./standardize";

const CHUNK = 65_536;

export type SeriesKind = "prices" | "returns";

export interface Returns {
  returns: Float64Array;
  kind: SeriesKind;
  /** Rows the returns lag the input: the return of row t is at t - offset. */
  offset: 0 | 1;
  /** Prices become log returns in percent; returns keep their unit. */
  unit: "percent" | "as given";
}

/** What a series is by its smallest value: levels that are all above zero are prices, returns fall below it sooner or later. */
export const kindOf = (least: number): SeriesKind => (least > 0 ? "prices" : "returns");

/**
 * Returns of a column that holds prices or returns already.
 * Expected trouble: an empty column, a value that is not finite, a price that is not above 0 (named by row).
 */
export function toReturns(context: JobContext, values: Float64Array, kind: SeriesKind | "auto"): Outcome<Returns> {
  const { kernels, arena } = context;
  const n = values.length;
  if (n === 0) return fail("bad-input", "ingest/enterMarketData");
  return arena.scope(() => {
    const address = arena.put(values);
    const moments = momentsOf(context, address, n, values[0]);
    if (!moments) {
      const index = firstInChunks(context, n, (from, to) => kernels.firstNotFinite(address, from, to));
      if (index < 0) return fail("bad-input", "series/tooLargeValues");
      return fail("bad-input", "series/notFinite", { row: index + 1 }, { row: index + 1, value: String(values[index]) });
    }
    const { least } = moments;
    const found = kind === "auto" ? kindOf(least) : kind;
    if (found === "returns") {
      const returns = context.column(n);
      returns.set(values);
      return succeed<Returns>({ returns, kind: "returns", offset: 0, unit: "as given" });
    }
    if (least <= 0) {
      const row = firstInChunks(context, n, (from, to) => kernels.firstNonPositive(address, from, to));
      return fail(
        "bad-input",
        "series/nonPositivePrice",
        { row: row + 1, value: values[row] },
        { row: row + 1, value: String(values[row]) },
      );
    }
    const out = arena.take(n);
    inChunks(context, n, CHUNK, (from, to) => kernels.logReturns(address, from, to, out));
    const first = out + Float64Array.BYTES_PER_ELEMENT;
    toPercent(context, first, n - 1);
    const returns = context.column(n - 1);
    returns.set(arena.view(first, n - 1));
    return succeed<Returns>({ returns, kind: "prices", offset: 1, unit: "percent" });
  });
}
