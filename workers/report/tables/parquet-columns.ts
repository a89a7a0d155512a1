import { type ColumnSource, ParquetWriter, type Writer } from "hyparquet-writer";

const TYPES = {
  number: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
} as const;

export interface ParquetColumn {
  name: string;
  type: keyof typeof TYPES;
}

/** A Parquet file of some columns, to be written a row group at a time. */
export class ParquetColumns {
  private readonly writer: ParquetWriter;

  /** @param record what is told of the table, kept in the file under the key "prospect" */
  constructor(
    to: Writer,
    private readonly columns: readonly ParquetColumn[],
    record?: object,
  ) {
    this.writer = new ParquetWriter({
      writer: to,
      schema: [
        { name: "root", num_children: columns.length },
        ...columns.map(({ name, type }) => ({ name, ...TYPES[type], repetition_type: "OPTIONAL" as const })),
      ],
      ...(record && { kvMetadata: [{ key: "prospect", value: JSON.stringify(record) }] }),
      createdBy: "prospect",
    });
  }

  /** Writes the next rows: the cells of each column, null where there is none. */
  async write(cells: readonly ColumnSource["data"][], rows: number): Promise<void> {
    const columnData = this.columns.map(({ name, type }, place) => ({
      name,
      data: cells[place],
      // A dictionary takes the two zeros for one.
      ...(type === "number" && { encoding: "PLAIN" as const }),
    }));
    await this.writer.write({ columnData, rowGroupSize: rows });
  }

  finish = async (): Promise<void> => {
    await this.writer.finish();
  };
}
