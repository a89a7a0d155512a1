import { ParquetWriter, type Writer } from "hyparquet-writer";
import type { Rows } from "./csv";
import type { Cell } from "./flat-row";
import { cellAs, columnsOf, type TableColumn } from "./table";

/** Rows of a row group, which are held at once. */
const GROUP = 20_000;
const TYPES = { number: "DOUBLE", boolean: "BOOLEAN", text: "BYTE_ARRAY" } as const;

const elementOf = ({ name, type }: TableColumn) => ({
  name,
  type: TYPES[type],
  ...(type === "text" && { converted_type: "UTF8" as const }),
  repetition_type: "OPTIONAL" as const,
});

/**
 * Writes rows as Parquet, a row group at a time.
 * @param rows gives all rows each time it is called
 * @param record what is told of the run, kept in the file under the key "prospect"
 */
export async function writeParquet(to: Writer, rows: Rows, record: object): Promise<void> {
  const columns = columnsOf(rows());
  const writer = new ParquetWriter({
    writer: to,
    schema: [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)],
    kvMetadata: [{ key: "prospect", value: JSON.stringify(record) }],
    createdBy: "prospect",
  });
  let held: Cell[][] = columns.map(() => []);
  const write = async () => {
    const columnData = columns.map(({ name }, i) => ({ name, data: held[i] }));
    await writer.write({ columnData, rowGroupSize: GROUP });
    held = columns.map(() => []);
  };
  for (const row of rows()) {
    for (const [i, { name, type }] of columns.entries()) held[i].push(cellAs(row[name], type));
    if (held[0].length === GROUP) await write();
  }
  if (held[0].length > 0) await write();
  await writer.finish();
}
