import type { Writer } from "hyparquet-writer";
import { ParquetColumns, type ParquetGroup } from "../../report";
import type { RowTable } from "./csv";
import type { Row } from "./flat-row";
import { cellAs, type TableColumn } from "./table";

/** Rows of a row group: so many are held at once by whoever makes one. */
export const GROUP_ROWS = 2000;

/** Rows as a row group of a Parquet file of some columns. */
export function encodeRows(rows: readonly Row[], columns: readonly TableColumn[]): Promise<ParquetGroup> {
  const cells = columns.map(({ name, type }) => rows.map((row) => cellAs(row[name], type)));
  return ParquetColumns.encode(columns, cells, rows.length);
}

/** Rows some at a time, in their order. */
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
 * Writes rows as Parquet, a row group at a time.
 * @param record what is told of the run, kept in the file under the key "prospect"
 */
export async function writeParquet(to: Writer, { columns, rows }: RowTable, record: object): Promise<void> {
  const file = new ParquetColumns(to, columns);
  for (const group of inGroups(rows())) file.append(await encodeRows(group, columns));
  await file.finish(record);
}
