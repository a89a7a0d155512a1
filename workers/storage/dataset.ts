import * as v from "valibot";
import type { Column, ColumnRole, DroppedRows, FileFormat, Millis, ReadingDoubt, Series, SeriesOrigin } from "../contract";
import { momentSchema } from "../runtime/schema";
import { choicesSchema } from "../series";

/** A series stored in the workspace, without its numbers. Its content hash identifies it: the same numbers are one dataset. */
export interface Dataset extends Omit<Series, "times" | "columns"> {
  columns: Omit<Column, "values">[];
  /** First and last time; null if rows have no date. */
  span: { from: Millis; to: Millis } | null;
  savedAt: Millis;
  /** When the user removed it; it can be restored until it is purged. */
  removedAt: Millis | null;
}

/** A catalog entry: the dataset, and the block file that holds its numbers (times if dated, then the columns, as 64-bit values). */
export interface Entry extends Dataset {
  block: string;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const duration = v.pipe(v.number(), v.finite());
const rows = v.object({ count, rows: v.array(count) });

const roles = [
  ...(["open", "high", "low", "close", "adjusted-close", "volume", "value", "return", "log-return"] as const),
] satisfies readonly ColumnRole[];
const origins = ["typed", "pasted", "file", "sample"] as const satisfies readonly SeriesOrigin[];
const reasons = [
  "not-a-number",
  "bad-date",
  "missing-value",
  "wrong-column-count",
  "duplicate-date",
] as const satisfies readonly DroppedRows["reason"][];
const formats = ["text", "gzip", "zip", "html", "json", "parquet", "arrow", "xlsx"] as const satisfies readonly FileFormat[];

const doubts = [
  "date-order",
  "decimal",
  "value-column",
  "day-numbers",
  "time-digits",
  "repeated-dates",
  "text-cells",
] as const satisfies readonly ReadingDoubt[];

const quality = v.object({
  rowsRead: count,
  rowsKept: count,
  dropped: v.array(v.object({ reason: v.picklist(reasons), count, examples: v.array(v.object({ row: count, value: v.string() })) })),
  missing: v.array(v.object({ column: v.string(), count })),
  unsorted: count,
  repeated: v.optional(rows),
  gaps: count,
  longestGap: v.nullable(duration),
  zeroOrNegative: rows,
  jumps: rows,
  unusual: v.optional(
    v.object({
      unchanged: v.optional(v.object({ ...rows.entries, longest: count })),
      weekend: v.optional(rows),
      future: v.optional(rows),
    }),
  ),
  delimiter: v.picklist(["comma", "semicolon", "tab", "space", "pipe", "newline"]),
  decimal: v.picklist(["point", "comma"]),
  header: v.boolean(),
  preamble: count,
  encoding: v.string(),
  dateFormat: v.nullable(v.string()),
  undated: v.optional(v.object({ column: v.string(), count, examined: count, row: count, value: v.string() })),
  reader: v.picklist(["fast", "papaparse"]),
  elapsed: duration,
  symbols: v.optional(v.object({ names: v.array(v.string()), count, chosen: v.string() })),
  preset: v.optional(v.string()),
  panel: v.optional(
    v.object({
      calendar: v.picklist(["inner", "outer"]),
      fill: v.picklist(["none", "previous", "drop"]),
      limit: v.nullable(count),
      repeated: v.nullable(v.picklist(["first", "last", "mean"])),
      dates: count,
      symbols: v.array(
        v.object({
          name: v.string(),
          values: count,
          filled: count,
          blank: count,
          dropped: count,
          repeated: count,
          returns: v.optional(v.object({ unit: v.picklist(["percent", "fraction"]), log: v.boolean() })),
        }),
      ),
      left: v.optional(v.array(v.string())),
    }),
  ),
  symbolOf: v.optional(v.object({ panel: v.string(), name: v.string() })),
  opened: v.optional(
    v.object({
      formats: v.array(v.picklist(formats)),
      choices: v.array(v.object({ names: v.array(v.string()), chosen: v.string() })),
    }),
  ),
  doubts: v.optional(v.array(v.picklist(doubts))),
  chosen: v.optional(v.object({ options: choicesSchema, form: v.optional(v.string()), earlier: v.boolean() })),
  filled: v.optional(v.array(v.object({ column: v.string(), count, rows: v.array(count) }))),
  returns: v.optional(
    v.object({ column: v.string(), unit: v.picklist(["percent", "fraction"]), log: v.boolean(), compounded: v.boolean() }),
  ),
  percents: v.optional(v.array(v.string())),
  adjusted: v.optional(v.object({ column: v.string(), splits: count, dividends: count, volume: v.optional(v.string()) })),
});

/** Data read from the device are validated like any input: another version, or a damaged disk, may have written them. */
export const entrySchema: v.GenericSchema<unknown, Entry> = v.pipe(
  v.object({
    hash: v.pipe(v.string(), v.nonEmpty()),
    block: v.pipe(v.string(), v.nonEmpty()),
    name: v.string(),
    origin: v.picklist(origins),
    length: count,
    columns: v.pipe(v.array(v.object({ name: v.string(), role: v.picklist(roles) })), v.minLength(1)),
    primary: count,
    span: v.nullable(v.object({ from: momentSchema, to: momentSchema })),
    preview: v.string(),
    bytes: count,
    loadedAt: momentSchema,
    previous: v.optional(v.string()),
    savedAt: momentSchema,
    removedAt: v.nullable(momentSchema),
    quality,
    made: v.optional(v.string()),
    period: v.optional(v.object({ of: v.string(), name: v.string(), length: count, from: count, to: count })),
  }),
  v.check(({ primary, columns }) => primary < columns.length, "the primary column is missing"),
);

/** The entry under which a series is kept in a block. */
export function entryOf({ times, columns, ...series }: Series, block: string, now: Millis): Entry {
  return {
    ...series,
    block,
    columns: columns.map(({ name, role }) => ({ name, role })),
    span: times && series.length > 0 ? { from: times[0], to: times[series.length - 1] } : null,
    savedAt: now,
    removedAt: null,
  };
}

/** The columns of a series in the order a block holds them. */
export const blockColumns = ({ times, columns }: Series): Float64Array[] => [
  ...(times ? [times] : []),
  ...columns.map(({ values }) => values),
];

/** How many columns a block holds. */
export const blockWidth = ({ span, columns }: Entry): number => columns.length + (span ? 1 : 0);

/** A series from its entry and the columns of its block. */
export function seriesOf({ block: _block, span, savedAt: _saved, removedAt: _removed, ...entry }: Entry, numbers: Float64Array[]): Series {
  const values = span ? numbers.slice(1) : numbers;
  return {
    ...entry,
    times: span ? numbers[0] : null,
    columns: entry.columns.map((column, i) => ({ ...column, values: values[i] })),
  };
}

/** What the page receives for an entry. */
export function datasetOf({ block: _, ...dataset }: Entry): Dataset {
  return dataset;
}
