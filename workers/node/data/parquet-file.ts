import {
  type AsyncBuffer,
  asyncBufferFromFile,
  asyncBufferFromUrl,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  type SchemaElement,
} from "hyparquet";
import { isAddress } from "../../batch";

/** Dates come as milliseconds since 1970, not as objects. */
const PARSERS = { timestampFromNanoseconds: (nanos: bigint) => Number(nanos) / 1e6, dateFromDays: (days: number) => days * 86_400_000 };
const HALF = 2 ** 32;
/** Columns of row groups kept by a thread: the next series stands in the same group more often than not. */
const MAX_KEPT = 12;

/** What a column holds, by the schema of the file. */
export type ColumnKind = "text" | "time" | "number" | "other";

export type Decoded = ArrayLike<unknown>;

/** Units of a column of moments in a millisecond; null of any other column. */
function unitsOf({ converted_type: converted, logical_type: logical }: SchemaElement): number | null {
  if (converted === "TIMESTAMP_MILLIS") return 1;
  if (converted === "TIMESTAMP_MICROS") return 1000;
  if (logical?.type !== "TIMESTAMP") return null;
  return { MILLIS: 1, MICROS: 1000, NANOS: 1e6 }[logical.unit];
}

/** Moments as milliseconds. Two halves of 32 bits make the same number as a big integer does, a tenth as long. */
function momentsOf(cells: Decoded, units: number): Decoded {
  if (!(cells instanceof BigInt64Array))
    return Array.from(cells, (cell) => (cell === null || cell === undefined ? cell : Number(cell) / units));
  const [low, high] = [new Uint32Array(cells.buffer, cells.byteOffset), new Int32Array(cells.buffer, cells.byteOffset)];
  const moments = new Float64Array(cells.length);
  for (let row = 0; row < moments.length; row++) moments[row] = (high[2 * row + 1] * HALF + low[2 * row]) / units;
  return moments;
}

/** A Parquet file, read by row groups: what is not asked for is not loaded. */
export class ParquetFile {
  private readonly kept = new Map<string, Promise<Decoded>>();

  /** Of moments, their units; the reader is told that they are integers. */
  private readonly units: ReadonlyMap<string, number | null>;
  private readonly plain: FileMetaData;

  private constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
  ) {
    this.units = new Map(metadata.schema.map((element) => [element.name, unitsOf(element)]));
    const bare = (element: SchemaElement): SchemaElement =>
      unitsOf(element) === null ? element : { ...element, converted_type: undefined, logical_type: undefined };
    this.plain = { ...metadata, schema: metadata.schema.map(bare) };
  }

  /** Opens a file, or an address whose host answers range requests; throws where neither can be read as Parquet. */
  static async open(from: string): Promise<ParquetFile> {
    const file = isAddress(from) ? await asyncBufferFromUrl({ url: from }) : await asyncBufferFromFile(from);
    return new ParquetFile(file, await parquetMetadataAsync(file, { parsers: PARSERS }));
  }

  /** Columns in the order of the file. */
  get columns(): { name: string; kind: ColumnKind }[] {
    const [root, ...rest] = this.metadata.schema;
    const flat = rest.length === root.num_children;
    return rest.map(({ name, type, converted_type: converted, logical_type: logical }) => {
      const time = converted?.startsWith("TIMESTAMP") || converted === "DATE" || logical?.type === "TIMESTAMP" || logical?.type === "DATE";
      const number = type === "DOUBLE" || type === "FLOAT" || type === "INT32" || type === "INT64";
      const kind = !flat ? "other" : time ? "time" : number ? "number" : type === "BYTE_ARRAY" ? "text" : "other";
      return { name, kind };
    });
  }

  /** Rows of each row group. */
  get groups(): number[] {
    return this.metadata.row_groups.map(({ num_rows: rows }) => Number(rows));
  }

  /** One column of a row group. */
  column(group: number, name: string): Promise<Decoded> {
    const key = `${group} ${name}`;
    const known = this.kept.get(key);
    if (known) return known;
    const read = this.read(group, name);
    this.kept.set(key, read);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.kept.delete(oldest);
    }
    return read;
  }

  private async read(group: number, name: string): Promise<Decoded> {
    const { file, plain: metadata, groups } = this;
    const rowStart = groups.slice(0, group).reduce((sum, rows) => sum + rows, 0);
    const rowEnd = rowStart + groups[group];
    const pieces: { rowStart: number; columnData: Decoded }[] = [];
    await parquetRead({ file, metadata, columns: [name], rowStart, rowEnd, parsers: PARSERS, onChunk: (piece) => pieces.push(piece) });
    const units = this.units.get(name) ?? null;
    const cells =
      pieces.length === 1
        ? pieces[0].columnData
        : pieces.sort((a, b) => a.rowStart - b.rowStart).flatMap(({ columnData }) => Array.from(columnData));
    return units === null ? cells : momentsOf(cells, units);
  }
}

const open = new Map<string, Promise<ParquetFile>>();

/** The same file for whoever asks on this thread. */
export function parquetFile(from: string): Promise<ParquetFile> {
  const known = open.get(from);
  if (known) return known;
  const opening = ParquetFile.open(from);
  open.set(from, opening);
  opening.catch(() => open.delete(from));
  return opening;
}

/** The file may have changed: it is opened anew. */
export const forgetParquet = (from: string): void => void open.delete(from);
