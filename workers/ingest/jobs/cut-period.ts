import { type Count, fail, type Outcome, type QualityReport, type Series, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { hashColumns } from "../../series";
import { LineNumbers } from "../line-numbers";
import { scanGaps, scanMissing, scanValues } from "../quality";

/** Rows that are written out for the data field. */
const PREVIEW_ROWS = 12;

export interface CutPeriodInput {
  series: Series;
  /** First row, and the row after the last. */
  from: Count;
  to: Count;
  /** What the period is called beside the name of the series: "2008-01-02 – 2008-12-31". */
  label: string;
}

/**
 * The rows `from` to `to` of a series as a series of its own, with columns, hash and quality of those rows alone. Its `period` names the longer
 * one; a period of a period is one of the longest. Fails with `ingest/periodTooShort` for fewer than two rows.
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
  const times = series.times && cut(series.times);
  const columns = series.columns.map((column) => ({ ...column, values: cut(column.values) }));
  const lines = new LineNumbers();
  lines.add(0, 1);
  const quality: QualityReport = {
    ...series.quality,
    rowsRead: length,
    rowsKept: length,
    dropped: [],
    unsorted: 0,
    missing: scanMissing(context, columns),
    ...(times ? scanGaps(context, times) : { gaps: 0, longestGap: null }),
    ...scanValues(context, columns[series.primary].values, lines),
    elapsed: context.elapsed(),
    // What aligning its symbols did is known of the whole panel alone.
    panel: undefined,
  };
  const values = columns.map((column) => column.values);
  const hash = await hashColumns(times ? [times, ...values] : values, context);
  const whole = series.period ?? { of: series.hash, name: series.name, length: series.length, from: 0 };
  const period = { ...whole, from: whole.from + first, to: whole.from + first + length };
  return succeed({
    ...series,
    previous: undefined,
    hash,
    name: `${whole.name} (${label})`,
    length,
    times,
    columns,
    quality,
    preview: previewOf({ times, columns }, length),
    bytes: (columns.length + (times ? 1 : 0)) * length * Float64Array.BYTES_PER_ELEMENT,
    period,
  });
}

/** The first rows as a table of text. */
function previewOf({ times, columns }: Pick<Series, "times" | "columns">, length: Count): string {
  const dated = times ? ["Date"] : [];
  const rows = Array.from({ length: Math.min(PREVIEW_ROWS, length) }, (_, row) => [
    ...(times ? [dateText(times[row])] : []),
    ...columns.map(({ values }) => (Number.isNaN(values[row]) ? "" : String(values[row]))),
  ]);
  return [[...dated, ...columns.map(({ name }) => name)], ...rows].map((cells) => cells.join(",")).join("\n");
}

const dateText = (time: number): string => {
  const [day, clock] = new Date(time).toISOString().slice(0, 19).split("T");
  return clock === "00:00:00" ? day : `${day} ${clock}`;
};
