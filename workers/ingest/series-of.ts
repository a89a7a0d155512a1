import { type Count, type QualityReport, type Series, VALUE_BYTES } from "../contract";
import type { JobContext } from "../runtime/job";
import { type EarlyDigests, hashColumns } from "../series";
import { LineNumbers } from "./line-numbers";
import type { Plan } from "./plan";
import { scanGaps, scanMissing, scanRepeated, scanUnusual, scanValues } from "./quality";
import type { RowStore } from "./rows";

/** Rows written out for the data field. */
const PREVIEW_ROWS: Count = 12;

/** The numbers of a series. */
export type SeriesNumbers = Pick<Series, "length" | "times" | "columns" | "primary">;

/** The rows of a store as columns of their own. */
export function keptNumbers({ columns, primary }: Plan, store: RowStore, context: JobContext): SeriesNumbers {
  const { length, times } = store;
  const keep = (values: Float64Array) => store.kept(values, (rows) => context.column(rows));
  return {
    length,
    times: times && keep(times),
    columns: columns.map(({ name, role }, index) => ({ name, role, values: keep(store.columns[index]) })),
    primary,
  };
}

/** The hash of the numbers of a series, and the results of its scans. */
export async function scanNumbers(
  { times, columns, primary }: SeriesNumbers,
  lines: LineNumbers,
  context: JobContext,
  digests?: EarlyDigests,
): Promise<
  { hash: string } & Pick<QualityReport, "missing" | "repeated" | "gaps" | "longestGap" | "zeroOrNegative" | "jumps" | "unusual">
> {
  const hashed = columns.map(({ values }) => values);
  const scan = async () => ({
    missing: scanMissing(context, columns),
    ...(times ? { ...scanGaps(context, times), ...scanRepeated(context, times, lines) } : { gaps: 0, longestGap: null }),
    ...scanValues(context, columns[primary].values, lines),
    ...scanUnusual(context, { times, values: columns[primary].values }, lines),
  });
  // Digests are computed on other threads, in parallel with the scans.
  const [hash, scanned] = await Promise.all([hashColumns(times ? [times, ...hashed] : hashed, context, digests), scan()]);
  return { hash, ...scanned };
}

/**
 * Numbers derived from other series, as a series: their hash, the results of the scans, and their first rows as text. All rows count as
 * read.
 * @param from quality report of the source, for what it says about its text
 */
export async function derivedSeries(
  numbers: SeriesNumbers,
  from: QualityReport,
  context: JobContext,
): Promise<SeriesNumbers & Pick<Series, "hash" | "quality" | "preview" | "bytes">> {
  const { length, times, columns } = numbers;
  const lines = new LineNumbers();
  lines.add(0, 1);
  const { hash, ...scanned } = await scanNumbers(numbers, lines, context);
  const counts = { rowsRead: length, rowsKept: length, dropped: [], unsorted: 0 };
  const doubts = from.doubts?.filter((doubt) => doubt !== "repeated-dates" || scanned.repeated);
  const quality = {
    ...from,
    repeated: undefined,
    ...scanned,
    ...counts,
    doubts: doubts?.length ? doubts : undefined,
    elapsed: context.elapsed(),
  };
  const bytes = (columns.length + (times ? 1 : 0)) * length * VALUE_BYTES;
  return { ...numbers, hash, quality, preview: previewOf(numbers), bytes };
}

/** The first rows as a table in text form; a missing value is an empty cell. */
export function previewOf({ length, times, columns }: SeriesNumbers): string {
  const header = columns.map(({ name }) => name);
  const rows = Array.from({ length: Math.min(PREVIEW_ROWS, length) }, (_, row) => {
    const cells = columns.map(({ values }) => (Number.isNaN(values[row]) ? "" : String(values[row])));
    return times ? [dateText(times[row]), ...cells] : cells;
  });
  return [times ? ["Date", ...header] : header, ...rows].map((cells) => cells.join(",")).join("\n");
}

const dateText = (time: number): string => {
  // An untrusted file may hold any number as a date.
  if (Number.isNaN(new Date(time).getTime())) return "";
  const [day, clock] = new Date(time).toISOString().slice(0, 19).split("T");
  return clock === "00:00:00" ? day : `${day} ${clock}`;
};
