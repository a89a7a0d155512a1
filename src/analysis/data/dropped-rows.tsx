import type { DropReason, QualityReport } from "../../../workers/contract";
import { count } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";

const REASONS: Record<DropReason, string> = {
  "not-a-number": "not a number",
  "bad-date": "unreadable date",
  "missing-value": "no value",
  "wrong-column-count": "too few columns",
  "duplicate-date": "same date as another row",
};

const REPEATS = {
  all: REASONS["duplicate-date"],
  first: "same date as an earlier row",
  last: "same date as a later row",
  mean: "same date, averaged",
} as const;

/** Why rows were dropped; for repeated dates, which row was kept. */
export const dropWords = (reason: DropReason, { chosen }: QualityReport): string =>
  reason === "duplicate-date" ? REPEATS[chosen?.options.repeated ?? "last"] : REASONS[reason];

/** What was expected of a row. */
const expectedFor = (reason: DropReason, { dateFormat }: QualityReport): string =>
  ({
    "not-a-number": "a number",
    "bad-date": dateFormat ? `a date, ${dateFormat}` : "a date",
    "missing-value": "a value",
    "wrong-column-count": "as many columns as the first rows",
    "duplicate-date": "each date once",
  })[reason];

interface Dropped {
  key: string;
  row: number;
  reason: string;
  found: string;
  expected: string;
}

const COLUMNS: readonly TableColumn<Dropped>[] = [
  { id: "row", header: "Row", cell: ({ row }) => count(row), sortBy: ({ row }) => row },
  { id: "reason", header: "Reason", words: true, cell: ({ reason }) => reason },
  {
    id: "found",
    header: "Found",
    words: true,
    matters: true,
    text: ({ found }) => found,
    cell: ({ found }) => (found.trim() === "" ? <span className="text-muted">—</span> : <code className="break-all">{found}</code>),
  },
  { id: "expected", header: "Expected", words: true, cell: ({ expected }) => expected },
];

/** The first dropped rows by reason, with their content: enough to find the fault in the file. */
export function DroppedRows({ quality }: { quality: QualityReport }) {
  const rows = quality.dropped.flatMap(({ reason, examples }) =>
    examples.map(({ row, value }, place) => ({
      key: `${reason} ${place}`,
      row,
      reason: dropWords(reason, quality),
      found: value,
      expected: expectedFor(reason, quality),
    })),
  );
  if (rows.length === 0) return null;
  // Files for others omit the cells' text; for blank cells the reason says everything.
  const columns = rows.some(({ found }) => found !== "") ? COLUMNS : COLUMNS.filter(({ id }) => id !== "found");
  return (
    <section className="mt-3" aria-label="Dropped rows">
      <p className="mb-1 text-muted text-small">
        {rows.length < quality.dropped.reduce((sum, one) => sum + one.count, 0) ? "First dropped rows for each reason" : "Dropped rows"}
      </p>
      <DataTable label="Dropped rows" columns={columns} rows={rows} rowKey={({ key }) => key} copyable height={280} />
    </section>
  );
}
