import type { Writer } from "hyparquet-writer";
import { ParquetColumns } from "../../report";
import type { RowTable } from "./csv";
import type { Cell } from "./flat-row";
import { cellAs } from "./table";

/** Rows of a row group, which are held at once. */
const GROUP = 20_000;

/**
 * Writes rows as Parquet, a row group at a time.
 * @param record what is told of the run, kept in the file under the key "prospect"
 */
export async function writeParquet(to: Writer, { columns, rows }: RowTable, record: object): Promise<void> {
  const file = new ParquetColumns(to, columns, record);
  let held: Cell[][] = columns.map(() => []);
  const write = async () => {
    await file.write(held, GROUP);
    held = columns.map(() => []);
  };
  for (const row of rows()) {
    for (const [i, { name, type }] of columns.entries()) held[i].push(cellAs(row[name], type));
    if (held[0].length === GROUP) await write();
  }
  if (held[0].length > 0) await write();
  await file.finish();
}
