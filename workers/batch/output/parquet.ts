import type { Writer } from "hyparquet-writer";
import { ParquetColumns, type ParquetGroup } from "../../report";
import type { RowTable } from "./csv";
import type { Row } from "./flat-row";
import { cellAs, type TableColumn } from "./table";

/** Rows per row group; the writer holds one group in memory. */
export const GROUP_ROWS = 2000;

/** Encodes rows as a row group of a Parquet file with the given columns. */
export function encodeRows(rows: readonly Row[], columns: readonly TableColumn[]): Promise<ParquetGroup> {
  const cells = columns.map(({ name, type }) => rows.map((row) => cellAs(row[name], type)));
  return ParquetColumns.encode(columns, cells, rows.length);
}

/** Rows in groups, in order. */
export function* inGroups(rows: Iterable<Row>): Generator<Row[]> {
  let group: Row[] = [];
  for (const row of rows) {
    if (group.push(row) < GROUP_ROWS) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/**
 * Writes rows as Parquet, one row group at a time.
 * @param record of the run, stored in the file under the key "prospect"
 */
export async function writeParquet(to: Writer, { columns, rows }: RowTable, record: object): Promise<void> {
  const file = new ParquetColumns(to, columns);
  for (const group of inGroups(rows())) file.append(await encodeRows(group, columns));
  await file.finish(record);
}
