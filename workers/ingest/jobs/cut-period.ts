import { type Count, fail, type Outcome, type Series, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { derivedSeries } from "../series-of";

export interface CutPeriodInput {
  series: Series;
  /** First row, and the row after the last. */
  from: Count;
  to: Count;
  /** Name of the period, shown beside the name of the series: "2008-01-02 – 2008-12-31". */
  label: string;
}

/**
 * The rows `from` to `to` of a series as a new series, with columns, hash and quality of those rows only. Its `period` names the full
 * series, also for a period of a period. Fails with `ingest/periodTooShort` for fewer than two rows.
 */
export async function cutPeriod({ series, from, to, label }: CutPeriodInput, context: JobContext): Promise<Outcome<Series>> {
  const first = Math.max(0, from);
  const length = Math.min(to, series.length) - first;
  if (![from, to].every(Number.isInteger) || length < 2) return fail("bad-input", "ingest/periodTooShort");
  const cut = (values: Float64Array) => {
    const column = context.column(length);
    column.set(values.subarray(first, first + length));
    return column;
  };
  const numbers = {
    length,
    times: series.times && cut(series.times),
    columns: series.columns.map((column) => ({ ...column, values: cut(column.values) })),
    primary: series.primary,
  };
  // The alignment report applies to the whole panel only.
  const derived = await derivedSeries(numbers, { ...series.quality, panel: undefined }, context);
  const whole = series.period ?? { of: series.hash, name: series.name, length: series.length, from: 0 };
  const period = { ...whole, from: whole.from + first, to: whole.from + first + length };
  return succeed({ ...series, ...derived, previous: undefined, name: `${whole.name} (${label})`, period });
}
