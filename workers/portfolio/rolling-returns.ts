import { growthOverBlock } from "../../assembly/build/portfolio-layouts.js";
import { type Count, type Fraction, VALUE_BYTES, YEAR } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { quantilesInPlace } from "../numerics/quantiles";
import { inChunks, type JobContext } from "../runtime/job";

/** Annualized growth over the years before each row. */
export interface RollingReturn {
  years: Count;
  /** In percent; NaN until the rows reach back that far. */
  values: Float64Array;
  windows: Count;
  worst: Fraction;
  median: Fraction;
  best: Fraction;
  /** Share of windows that ended above where they began. */
  positive: Fraction;
}

/** The usual spans, in years. */
const ROLLING_YEARS = [1, 3, 5] as const;
const CHUNK = 32_768;

/** Rolling returns of a column over each span that the rows cover. Call it within an arena scope. */
export function rollingReturns(
  context: JobContext,
  kernels: PortfolioKernels,
  column: { values: number; times: number; rows: Count },
  perYear: number,
): RollingReturn[] {
  const { arena } = context;
  const { values, times, rows } = column;
  return ROLLING_YEARS.flatMap((years): RollingReturn[] =>
    arena.scope(() => {
      const [out, state] = [arena.take(rows), arena.put(new Float64Array(3))];
      const span = times === 0 ? Math.round(years * perYear) : years * YEAR;
      const block = arena.block(growthOverBlock, { values, times, span, years, state, out });
      inChunks(context, rows, CHUNK, (from, to) => kernels.growthOver(block, from, to));
      const [, windows, gains] = arena.view(state, 3);
      if (windows === 0) return [];
      const kept = context.column(rows);
      kept.set(arena.view(out, rows));
      // From the first row with a value on, every row has one.
      const [worst, median, best] = quantilesInPlace(context, out + (rows - windows) * VALUE_BYTES, windows, [0, 0.5, 1]).map(
        (value) => value / 100,
      );
      return [{ years, values: kept, windows, worst, median, best, positive: gains / windows }];
    }),
  );
}
