import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaElement,
} from "hyparquet";
import { type Count, DAY } from "../../contract";
import { type Decoded, momentsOf, momentsOfDays } from "./moments";

/** Dates come as milliseconds since 1970, not as objects. */
const PARSERS = { timestampFromNanoseconds: (nanos: bigint) => Number(nanos) / 1e6, dateFromDays: (days: number) => days * DAY };
/** Columns of row groups kept by a thread: the next series stands in the same group more often than not. */
const MAX_KEPT = 12;

/** What a column holds, by the schema of the file. */
export type ColumnKind = "text" | "time" | "number" | "other";

/** Units of a column of moments in a millisecond; null of any other column. */
function unitsOf({ converted_type: converted, logical_type: logical }: SchemaElement): number | null {
  if (converted === "TIMESTAMP_MILLIS") return 1;
  if (converted === "TIMESTAMP_MICROS") return 1000;
  if (logical?.type !== "TIMESTAMP") return null;
  return { MILLIS: 1, MICROS: 1000, NANOS: 1e6 }[logical.unit];
}

type Conversion = (cells: Decoded) => Decoded;

/** How the integers of a column of dates or moments become milliseconds; null of any other column. A call of the reader's for every cell takes ten times as long. */
function conversionOf(element: SchemaElement): Conversion | null {
  if (element.type === "INT32" && (element.converted_type === "DATE" || element.logical_type?.type === "DATE")) return momentsOfDays;
  const units = unitsOf(element);
  return units === null ? null : (cells) => momentsOf(cells, units);
}

function kindOf({ type, converted_type: converted, logical_type: logical, repetition_type: repetition }: SchemaElement): ColumnKind {
  if (repetition === "REPEATED") return "other";
  if (converted?.startsWith("TIMESTAMP") || converted === "DATE" || logical?.type === "TIMESTAMP" || logical?.type === "DATE")
    return "time";
  if (type === "INT96") return "time";
  if (converted?.startsWith("TIME_") || logical?.type === "TIME") return "other";
  if (type === "DOUBLE" || type === "FLOAT" || type === "INT32" || type === "INT64") return "number";
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") return "number";
  return type === "BYTE_ARRAY" ? "text" : "other";
}

/** A Parquet file, read by row groups: what is not asked for is not loaded. */
export class ParquetFile {
  private readonly kept = new Map<string, Promise<Decoded>>();

  /** Of dates and moments; the reader is told that they are integers. */
  private readonly conversions: ReadonlyMap<string, Conversion | null>;
  private readonly plain: FileMetaData;
  /** Rows of each row group. */
  readonly groups: readonly Count[];

  private constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
    private readonly compressors: Compressors | undefined,
  ) {
    this.conversions = new Map(metadata.schema.map((element) => [element.name, conversionOf(element)]));
    const bare = (element: SchemaElement): SchemaElement =>
      conversionOf(element) === null ? element : { ...element, converted_type: undefined, logical_type: undefined };
    this.plain = { ...metadata, schema: metadata.schema.map(bare) };
    this.groups = metadata.row_groups.map(({ num_rows: rows }) => Number(rows));
  }

  /** Opens a file by its footer; throws where that cannot be read as Parquet's. */
  static async open(file: AsyncBuffer): Promise<ParquetFile> {
    const metadata = await parquetMetadataAsync(file, { parsers: PARSERS, geoparquet: false });
    const codecs = metadata.row_groups.flatMap(({ columns }) => columns.map(({ meta_data: data }) => data?.codec));
    const packed = codecs.some((codec) => codec !== undefined && codec !== "UNCOMPRESSED");
    const compressors = packed ? (await import("hyparquet-compressors")).compressors : undefined;
    return new ParquetFile(file, metadata, compressors);
  }

  /** Columns in the order of the file. */
  get columns(): { name: string; kind: ColumnKind }[] {
    return parquetSchema(this.metadata).children.map(({ element, children }) => ({
      name: element.name,
      kind: children.length > 0 ? "other" : kindOf(element),
    }));
  }

  /** Bytes that the footer says the named columns have when they are unpacked. */
  sizeOf(names: ReadonlySet<string>): number {
    const chunks = this.metadata.row_groups.flatMap(({ columns }) => columns);
    return chunks.reduce(
      (sum, { meta_data: data }) => sum + (data && names.has(data.path_in_schema[0]) ? Number(data.total_uncompressed_size) : 0),
      0,
    );
  }

  /** One column of a row group. */
  column(group: number, name: string): Promise<Decoded> {
    const key = `${group} ${name}`;
    const known = this.kept.get(key);
    if (known) return known;
    // As a file of this group alone: the reader looks at every group it is told of.
    const { row_groups: all } = this.plain;
    const read = this.rowsOf({ ...this.plain, row_groups: [all[group]] }, name, 0, this.groups[group]);
    this.kept.set(key, read);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.kept.delete(oldest);
    }
    return read;
  }

  /** Rows [rowStart, rowEnd) of a column; throws where the file does not hold what its footer says. */
  read(name: string, rowStart: Count, rowEnd: Count): Promise<Decoded> {
    return this.rowsOf(this.plain, name, rowStart, rowEnd);
  }

  private async rowsOf(metadata: FileMetaData, name: string, rowStart: Count, rowEnd: Count): Promise<Decoded> {
    const { file, compressors } = this;
    const pieces: { rowStart: number; columnData: Decoded }[] = [];
    const onChunk = (piece: (typeof pieces)[number]) => pieces.push(piece);
    await parquetRead({ file, metadata, columns: [name], rowStart, rowEnd, parsers: PARSERS, compressors, onChunk });
    const cells = join(pieces, rowStart, rowEnd);
    if (cells.length !== rowEnd - rowStart) throw new Error(`${name} has ${cells.length} rows`);
    return this.conversions.get(name)?.(cells) ?? cells;
  }
}

/** The rows of pieces, which may hold some before and behind them. */
function join(pieces: { rowStart: number; columnData: Decoded }[], rowStart: Count, rowEnd: Count): Decoded {
  const [first] = pieces;
  if (pieces.length === 1 && first.rowStart === rowStart && first.columnData.length === rowEnd - rowStart) return first.columnData;
  const sorted = pieces.sort((a, b) => a.rowStart - b.rowStart);
  const part = ({ rowStart: from, columnData }: (typeof pieces)[number]) =>
    Array.prototype.slice.call(columnData, Math.max(0, rowStart - from), Math.max(0, rowEnd - from)) as unknown[];
  const Typed = sorted[0]?.columnData.constructor;
  if (!ArrayBuffer.isView(sorted[0]?.columnData) || sorted.some(({ columnData }) => columnData.constructor !== Typed))
    return sorted.flatMap(part);
  const out = new (Typed as Float64ArrayConstructor)(rowEnd - rowStart);
  for (const { rowStart: from, columnData } of sorted) {
    const own = (columnData as Float64Array).subarray(Math.max(0, rowStart - from), Math.max(0, rowEnd - from));
    out.set(own, Math.max(0, from - rowStart));
  }
  return out;
}
