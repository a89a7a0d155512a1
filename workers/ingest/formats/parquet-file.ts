import {
  type AsyncBuffer,
  type ColumnMetaData,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaElement,
} from "hyparquet";
import { because, type Count } from "../../contract";
import { shortName } from "../../series";
import { RefusedFile } from "../refused-file";
import { bounded } from "./bounded";
import { type ByteRange, ByteWindows } from "./byte-windows";
import { nearestDecimal, scaledIntegers, unsignedIntegers } from "./integers";
import { joinPieces } from "./join-pieces";
import { type Decoded, momentsOfDays } from "./moments";
import { type PageContext, PageDecoder } from "./page-decoder";
import { type Categories, categoriesOf, readCategories } from "./parquet-categories";
import { type NumberChunk, NumberRoom, readNumbers } from "./parquet-numbers";
import type { Chunk } from "./parquet-pages";
import type { FieldKind } from "./typed-table";

/** 96-bit timestamps are returned as milliseconds since 1970, not as objects. */
const PARSERS = { timestampFromNanoseconds: (nanos: bigint) => Number(nanos) / 1e6 };
/** Row-group columns cached by a thread: the next series is usually in the same group. */
const MAX_KEPT = 12;

/** Type of a column, by the schema of the file. */
export type ColumnKind = FieldKind | "other";

/** Units per millisecond of a column of times or times of day; null for any other column. */
function unitsOf({ converted_type: converted, logical_type: logical }: SchemaElement): number | null {
  if (converted === "TIMESTAMP_MILLIS" || converted === "TIME_MILLIS") return 1;
  if (converted === "TIMESTAMP_MICROS" || converted === "TIME_MICROS") return 1000;
  if (logical?.type !== "TIMESTAMP" && logical?.type !== "TIME") return null;
  return { MILLIS: 1, MICROS: 1000, NANOS: 1e6 }[logical.unit];
}

function kindOf({ type, converted_type: converted, logical_type: logical, repetition_type: repetition }: SchemaElement): ColumnKind {
  if (repetition === "REPEATED") return "other";
  if (converted?.startsWith("TIMESTAMP") || converted === "DATE" || logical?.type === "TIMESTAMP" || logical?.type === "DATE")
    return "time";
  if (type === "INT96") return "time";
  if (converted?.startsWith("TIME_") || logical?.type === "TIME") return "clock";
  if (type === "DOUBLE" || type === "FLOAT" || type === "INT32" || type === "INT64") return "number";
  if (converted === "DECIMAL" || logical?.type === "DECIMAL" || logical?.type === "FLOAT16") return "number";
  return type === "BYTE_ARRAY" ? "text" : "other";
}

const isUnsigned = ({ converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  converted?.startsWith("UINT") || (logical?.type === "INTEGER" && !logical.isSigned) || false;

/** Conversion of a column's stored numbers to numbers or times; null if it stores them in another way. */
function conversionOf(element: SchemaElement): NumberChunk["toNumbers"] | null {
  const { type, converted_type: converted, logical_type: logical } = element;
  const kind = kindOf(element);
  if (kind === "text" || kind === "other" || converted === "DECIMAL" || logical?.type === "DECIMAL") return null;
  switch (type) {
    case "DOUBLE":
    case "FLOAT":
      return (stored, numbers) => numbers.set(stored as Float64Array | Float32Array);
    case "INT32":
      if (kind === "time") return (stored, numbers) => momentsOfDays(stored as Int32Array, numbers);
      if (isUnsigned(element)) return (stored, numbers) => unsignedIntegers(stored as Int32Array | BigInt64Array, numbers);
      return (stored, numbers) => numbers.set(stored as Int32Array);
    case "INT64": {
      // The library returns unsigned 64-bit integers as BigInt.
      if (isUnsigned(element)) return null;
      const units = unitsOf(element) ?? 1;
      return (stored, numbers) => {
        scaledIntegers(stored as BigInt64Array, units, numbers);
      };
    }
    default:
      return null;
  }
}

type NumberField = Omit<NumberChunk, keyof Chunk> & { element: SchemaElement };

/** Number of decimals of a decimal column; null for any other. */
function decimalsOf({ converted_type: converted, logical_type: logical, scale = 0 }: SchemaElement): Count | null {
  if (logical?.type === "DECIMAL") return logical.scale;
  return converted === "DECIMAL" ? scale : null;
}

/** Whether the bytes of a column are text, rather than something else stored as bytes. */
const isText = ({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  type === "BYTE_ARRAY" && (converted === undefined || converted === "UTF8") && (logical === undefined || logical.type === "STRING");

/** A Parquet file, read by row group: only what is needed is loaded. */
export class ParquetFile {
  private readonly kept = new Map<string, Promise<Decoded>>();

  /** Columns of plain numbers and times, which are not read row by row. */
  private readonly numeric = new Map<string, NumberField>();
  /** Decimal columns, with their number of decimals. */
  private readonly decimals = new Map<string, Count>();
  /** Number of rows of each row group. */
  readonly groups: readonly Count[];

  private constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
    private readonly decoder: PageDecoder,
    /** Decompressors for codecs without a kernel. */
    private readonly library: Compressors,
    private readonly windows?: ByteWindows,
    /** Buffers for the numbers of a row group by column name, if they are reused for the next group. */
    private readonly rooms?: Map<string, NumberRoom>,
  ) {
    const known = new Set<string>();
    for (const { element, children } of parquetSchema(metadata).children) {
      // Columns are read by name, so two of one name would both be the first.
      if (known.has(element.name)) throw new RefusedFile(because("ingest/columnTwice", { name: shortName(element.name) }));
      known.add(element.name);
      const toNumbers = children.length > 0 ? null : conversionOf(element);
      const type = element.type as NumberChunk["type"];
      const decimals = children.length > 0 ? null : decimalsOf(element);
      if (decimals !== null) this.decimals.set(element.name, decimals);
      if (toNumbers) this.numeric.set(element.name, { element, type, unsigned: isUnsigned(element), toNumbers });
    }
    this.groups = metadata.row_groups.map(({ num_rows: rows }) => Number(rows));
  }

  /** Opens a file by its footer; throws if that is not a valid Parquet footer, and `RefusedFile` if two columns have the same name. */
  static async open(file: AsyncBuffer, context: PageContext): Promise<ParquetFile> {
    const decoder = await PageDecoder.load(context);
    const metadata = await parquetMetadataAsync(file, { parsers: PARSERS, geoparquet: false });
    const codecs = metadata.row_groups.flatMap(({ columns }) => columns.map(({ meta_data: data }) => data?.codec));
    const isOther = codecs.some((codec) => codec !== undefined && !PageDecoder.knows(codec));
    return new ParquetFile(file, metadata, decoder, isOther ? (await import("hyparquet-compressors")).compressors : {});
  }

  /** Columns in file order. */
  get columns(): { name: string; kind: ColumnKind }[] {
    return parquetSchema(this.metadata).children.map(({ element, children }) => ({
      name: element.name,
      kind: children.length > 0 ? "other" : kindOf(element),
    }));
  }

  /** Metadata that a program has stored in the file under a key. */
  note(name: string): string | undefined {
    return this.metadata.key_value_metadata?.find(({ key }) => key === name)?.value;
  }

  /** Uncompressed size of the named columns, according to the footer. */
  sizeOf(names: ReadonlySet<string>): number {
    const chunks = this.metadata.row_groups.flatMap(({ columns }) => columns);
    return chunks.reduce(
      (sum, { meta_data: data }) => sum + (data && names.has(data.path_in_schema[0]) ? Number(data.total_uncompressed_size) : 0),
      0,
    );
  }

  /**
   * The same file for a reader of all rows of the named columns, group by group: bytes are prefetched in few large pieces, and the numbers
   * of a column are valid until those of the next group are read.
   */
  inWindows(names: ReadonlySet<string>): ParquetFile {
    const numbers = [...names].filter((name) => this.numeric.has(name));
    const chunks = this.groups.flatMap((rows, group) => (rows > 0 ? numbers.map((name) => this.chunkOf(group, name)) : []));
    const ranges = chunks.flatMap((data) => (data ? [this.rangeOf(data)] : []));
    return new ParquetFile(this.file, this.metadata, this.decoder, this.library, new ByteWindows(this.file, ranges), new Map());
  }

  /** One column of a row group. */
  column(group: number, name: string): Promise<Decoded> {
    const key = `${group} ${name}`;
    const known = this.kept.get(key);
    if (known) return known;
    const read = this.ofGroup(group, name, 0, this.groups[group]);
    this.kept.set(key, read);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.kept.delete(oldest);
    }
    return read;
  }

  /** Rows [rowStart, rowEnd) of a column; throws if the file does not hold what its footer says. */
  async read(name: string, rowStart: Count, rowEnd: Count): Promise<Decoded> {
    const pieces: Decoded[] = [];
    let start = 0;
    for (const [group, rows] of this.groups.entries()) {
      const [from, to] = [Math.max(0, rowStart - start), Math.min(rows, rowEnd - start)];
      if (from < to) pieces.push(await this.ofGroup(group, name, from, to));
      start += rows;
    }
    return counted(join(pieces), rowEnd - rowStart, name);
  }

  /** All rows of a column of a row group, uncached; throws if the file does not hold what its footer says. */
  async allOfGroup(group: number, name: string): Promise<Decoded> {
    const rows = this.groups[group];
    return counted(await this.ofGroup(group, name, 0, rows), rows, name);
  }

  /** A text column of a row group, without creating a string per row if it is dictionary-encoded. */
  async categories(group: number, name: string): Promise<Categories> {
    const element = parquetSchema(this.metadata).children.find(({ element: { name: own } }) => own === name)?.element;
    const data = this.chunkOf(group, name);
    const read = element && data && isText(element) ? readCategories(await this.bytesOf(data), this.chunk(element, group, data)) : null;
    return read ?? categoriesOf(await this.column(group, name));
  }

  /** Rows [from, to) of a row group. */
  private ofGroup(group: number, name: string, from: Count, to: Count): Promise<Decoded> {
    const numeric = this.numeric.get(name);
    const data = numeric && this.chunkOf(group, name);
    return numeric && data ? this.numbersOf(group, data, numeric, from, to) : this.cellsOf(group, name, from, to);
  }

  /** Metadata of a column of a row group, if it is in this file; otherwise undefined. */
  private chunkOf(group: number, name: string): ColumnMetaData | undefined {
    // The first path element of a nested column may also have this name.
    const isNamed = ({ path_in_schema: path }: ColumnMetaData) => path.length === 1 && path[0] === name;
    const chunk = this.metadata.row_groups[group].columns.find(({ meta_data: data }) => data && isNamed(data));
    return chunk?.file_path ? undefined : chunk?.meta_data;
  }

  private chunk(
    { repetition_type: repetition }: SchemaElement,
    group: number,
    { codec, total_uncompressed_size: declared }: ColumnMetaData,
  ): Chunk {
    const { decoder, library } = this;
    const compressors = bounded({ ...library, ...decoder.inTurn }, Number(declared));
    return { optional: repetition !== "REQUIRED", rows: this.groups[group], codec, compressors, decoder };
  }

  /** Byte range of the pages of a column of a row group. */
  private rangeOf(data: ColumnMetaData): ByteRange {
    // A dictionary page precedes the values, if there is one.
    const start = Number(
      data.dictionary_page_offset && data.dictionary_page_offset < data.data_page_offset
        ? data.dictionary_page_offset
        : data.data_page_offset,
    );
    return { start, end: Math.min(this.file.byteLength, start + Number(data.total_compressed_size)) };
  }

  /** The pages of a column of a row group. */
  private async bytesOf(data: ColumnMetaData): Promise<Uint8Array<ArrayBuffer>> {
    const range = this.rangeOf(data);
    return this.windows?.bytes(range) ?? new Uint8Array(await this.file.slice(range.start, range.end));
  }

  private async numbersOf(group: number, data: ColumnMetaData, field: NumberField, from: Count, to: Count): Promise<Float64Array> {
    const chunk = { ...field, ...this.chunk(field.element, group, data) };
    const bytes = await this.bytesOf(data);
    const { name } = field.element;
    const room = this.rooms?.get(name) ?? new NumberRoom();
    this.rooms?.set(name, room);
    return readNumbers(bytes, chunk, to, room).subarray(from, to);
  }

  /** Presented as a file with only this group: the library reads every group listed. */
  private async cellsOf(group: number, name: string, rowStart: Count, rowEnd: Count): Promise<Decoded> {
    const { file, library, decoder } = this;
    const declared = this.chunkOf(group, name)?.total_uncompressed_size ?? 0;
    const compressors = bounded({ ...library, ...decoder.apart }, Number(declared));
    const metadata = { ...this.metadata, row_groups: [this.metadata.row_groups[group]] };
    const pieces: { rowStart: number; columnData: Decoded }[] = [];
    const onChunk = (piece: (typeof pieces)[number]) => pieces.push(piece);
    await parquetRead({ file, metadata, columns: [name], rowStart, rowEnd, parsers: PARSERS, compressors, onChunk });
    pieces.sort((a, b) => a.rowStart - b.rowStart);
    // Pieces may include rows before and after the requested ones.
    const cells = pieces.flatMap(
      ({ rowStart: at, columnData }) =>
        Array.prototype.slice.call(columnData, Math.max(0, rowStart - at), Math.max(0, rowEnd - at)) as unknown[],
    );
    const decimals = this.decimals.get(name);
    return decimals === undefined ? cells : cells.map((cell) => (typeof cell === "number" ? nearestDecimal(cell, decimals) : cell));
  }
}

function counted(cells: Decoded, rows: Count, name: string): Decoded {
  if (cells.length !== rows) throw new Error(`${name} has ${cells.length} rows`);
  return cells;
}

const areNumbers = (pieces: readonly Decoded[]): pieces is Float64Array[] => pieces.every((piece) => piece instanceof Float64Array);

/** Concatenates pieces of a column; numbers remain numbers. */
const join = (pieces: readonly Decoded[]): Decoded =>
  areNumbers(pieces) ? joinPieces(pieces, (rows) => new Float64Array(rows)) : pieces.flatMap((piece) => Array.from(piece));
