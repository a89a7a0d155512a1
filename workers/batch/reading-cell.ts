import type { Count, QualityReport } from "../contract";

type ReadingProblems = Partial<Pick<QualityReport, "dropped" | "repeated" | "undated" | "unsorted">>;

const from = (row: Count | undefined) => (row === undefined ? "" : ` (from row ${row})`);

/** Reading problems that affect figures: rows that were dropped, repeat a date, or have none; "" if there are none. */
export function readingCell({ dropped = [], repeated, undated, unsorted = 0 }: ReadingProblems): string {
  return [
    ...dropped.map(({ reason, count, examples }) => `${count} dropped: ${reason}${from(examples[0]?.row)}`),
    ...(unsorted > 0 ? [`${unsorted} out of order: sorted`] : []),
    ...(repeated ? [`${repeated.count} kept: same date as the row before${from(repeated.rows[0])}`] : []),
    ...(undated ? [`dates not read: ${undated.count} of ${undated.examined} in ${undated.column}${from(undated.row)}`] : []),
  ].join("; ");
}
