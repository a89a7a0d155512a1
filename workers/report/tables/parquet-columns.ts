import type { RowGroup } from "hyparquet";
import { ByteWriter, type ColumnSource, ParquetWriter, type Writer } from "hyparquet-writer";

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

type Cells = readonly ColumnSource["data"][];

/** An encoded row group, and the positions of its columns in it; may come from another thread. */
export interface ParquetGroup {
  bytes: Uint8Array<ArrayBuffer>;
  group: RowGroup;
}

/** A Parquet file with given columns, written one row group at a time. */
export class ParquetColumns {
  private readonly writer: ParquetWriter;

  constructor(
    private readonly to: Writer,
    private readonly columns: readonly ParquetColumn[],
  ) {
    this.writer = new ParquetWriter({
      writer: to,
      schema: [
        { name: "root", num_children: columns.length },
        ...columns.map(({ name, type }) => ({ name, ...TYPES[type], repetition_type: "OPTIONAL" as const })),
      ],
      createdBy: "prospect",
    });
  }

  /** Writes the next rows: the cells of each column, null for missing ones. */
  async write(cells: Cells, rows: number, offsetIndex = true): Promise<void> {
    const columnData = this.columns.map(({ name, type }, place) => ({
      name,
      data: cells[place],
      offsetIndex,
      // A dictionary would treat 0 and −0 as equal.
      ...(type === "number" && { encoding: "PLAIN" as const }),
    }));
    await this.writer.write({ columnData, rowGroupSize: rows });
  }

  /** Encodes a row group for `append`. */
  static async encode(columns: readonly ParquetColumn[], cells: Cells, rows: number): Promise<ParquetGroup> {
    const to = new ByteWriter();
    const file = new ParquetColumns(to, columns);
    const begin = to.offset;
    await file.write(cells, rows, false);
    const [group] = file.writer.row_groups;
    return { bytes: to.getBytes().slice(begin), group: movedBy(group, -begin) };
  }

  /** Writes an encoded row group. */
  append({ bytes, group }: ParquetGroup): void {
    this.writer.row_groups.push(movedBy(group, this.to.offset));
    this.writer.num_rows += group.num_rows;
    this.to.appendBytes(bytes);
  }

  /** @param record metadata stored in the file under the key "prospect" */
  finish = async (record?: object): Promise<void> => {
    if (record) this.writer.kvMetadata = [{ key: "prospect", value: JSON.stringify(record) }];
    await this.writer.finish();
  };
}

/** A row group whose offsets in the file are shifted. */
function movedBy(group: RowGroup, bytes: number): RowGroup {
  const by = BigInt(bytes);
  const columns = group.columns.map(({ meta_data: pages, ...chunk }) => ({
    ...chunk,
    file_offset: chunk.file_offset + by,
    ...(pages && {
      meta_data: {
        ...pages,
        data_page_offset: pages.data_page_offset + by,
        ...(pages.dictionary_page_offset !== undefined && { dictionary_page_offset: pages.dictionary_page_offset + by }),
      },
    }),
  }));
  return { ...group, columns };
}
