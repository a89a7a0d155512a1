import {
  type Batch,
  type Column,
  CompressionType,
  type DataType,
  setCompressionCodec,
  TimeUnit,
  Type,
  tableFromIPC,
} from "@uwdata/flechette";
import { bytesOf } from "../../archive";
import { because, type Count } from "../../contract";
import { isShortage } from "../../runtime/wasm/is-shortage";
import { RefusedFile } from "../refused-file";
import { checkArrow, damagedArrow } from "./arrow-metadata";
import type { FormatReader } from "./content";
import { checkSize } from "./inflate";
import { unpackLz4Frame } from "./lz4-frame";
import { momentsOf } from "./moments";
import { type PageContext, PageDecoder } from "./page-decoder";
import { withNotes, zoned } from "./pandas-notes";
import { checkRows, type Field, type FieldKind, shortNamed, type TypedTable } from "./typed-table";

/** Size limit of a file, which is read as a whole; its columns are views of it. */
const MAX_SIZE = 2 ** 30;
/** Feather version 1, which preceded Arrow. */
const OLD_FEATHER = "FEA1";

function kindOf(type: DataType): FieldKind | null {
  switch (type.typeId) {
    case Type.Int:
    case Type.Float:
    case Type.Decimal:
      return "number";
    case Type.Timestamp:
    case Type.Date:
      return "time";
    case Type.Time:
      return "clock";
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
      return "text";
    case Type.Dictionary:
      return kindOf(type.dictionary);
    case Type.RunEndEncoded:
      return kindOf(type.children[1].type);
    default:
      return null;
  }
}

/** Time units per millisecond; null if the stored values are not integers of such units. */
const unitsOf = (type: DataType): number | null =>
  type.typeId !== Type.Timestamp
    ? null
    : ({ [TimeUnit.MILLISECOND]: 1, [TimeUnit.MICROSECOND]: 1000, [TimeUnit.NANOSECOND]: 1e6 }[type.unit as number] ?? null);

/** Units per millisecond of times of day, which the library returns as stored. */
const CLOCK_UNITS: Record<number, number> = {
  [TimeUnit.SECOND]: 0.001,
  [TimeUnit.MILLISECOND]: 1,
  [TimeUnit.MICROSECOND]: 1000,
  [TimeUnit.NANOSECOND]: 1e6,
};
const inMillis = ({ type }: Column<unknown>, cells: ArrayLike<unknown>): ArrayLike<unknown> =>
  type.typeId === Type.Time ? momentsOf(cells, CLOCK_UNITS[type.unit]) : cells;

type Cells = Batch<unknown> & {
  values?: ArrayLike<unknown>;
  validity?: Uint8Array;
  offsets?: ArrayLike<number | bigint>;
  children?: Batch<unknown>[];
  dictionary?: Column<unknown>;
  data?: readonly Uint8Array[];
};

/** Run-end encoding: each run must end after the previous one and have a value; the last one ends with the batch. */
function checkRuns(length: Count, [ends, values]: readonly Batch<unknown>[] = []): void {
  checkLength(ends);
  checkLength(values);
  if (!(ends.length <= values.length) || (length > 0 && !(Number(ends.at(ends.length - 1)) >= length))) throw damagedArrow();
}

/** Refuses a batch that claims more rows than its bytes hold: its cells would be created one by one until memory is full. */
function checkLength(batch: Batch<unknown>): void {
  const { length, nullCount, validity, values, offsets, type, children } = batch as Cells;
  // The library takes what a bitmap does not hold for missing.
  if (nullCount !== 0 && !(length <= 8 * (validity?.length ?? 0)) && type.typeId !== Type.RunEndEncoded) throw damagedArrow();
  if (type.typeId === Type.RunEndEncoded) {
    checkRuns(length, children);
    return;
  }
  const held = offsets ? offsets.length - 1 : (values?.length ?? 0);
  if (!(length <= held)) throw damagedArrow();
}

/** A view is 16 bytes: the size of a text, and if it is longer than these, its buffer and place there. */
const VIEW = 16;
const MAX_INLINE = 12;
function checkViews(batch: Cells): void {
  const { buffer, byteOffset, byteLength } = batch.values as Uint8Array;
  const views = new DataView(buffer, byteOffset, byteLength);
  if (batch.length * VIEW > byteLength) throw damagedArrow();
  for (let row = 0; row < batch.length; row++) {
    const at = row * VIEW;
    const size = views.getInt32(at, true);
    if (size >= 0 && size <= MAX_INLINE) continue;
    const held = batch.data?.[views.getInt32(at + 8, true)]?.length ?? 0;
    const start = views.getInt32(at + 12, true);
    const isWithin = size > MAX_INLINE && start >= 0 && start + size <= held;
    if (!isWithin && (batch.nullCount === 0 || batch.isValid(row))) throw damagedArrow();
  }
}

/** Refuses texts that begin or end outside their bytes, which the library would take from elsewhere or cut short. */
function checkTexts(batch: Cells): void {
  const { length, offsets, values, type } = batch;
  if (type.typeId === Type.Utf8View) checkViews(batch);
  if (!offsets || length === 0) return;
  for (let row = 0; row < length; row++) if (!(offsets[row] <= offsets[row + 1])) throw damagedArrow();
  if (!(offsets[0] >= 0 && offsets[length] <= (values?.length ?? 0))) throw damagedArrow();
}

/** A cell, which only an index outside its dictionary leaves undefined. */
function cellAt(column: { at(row: number): unknown }, row: number): unknown {
  const cell = column.at(row);
  if (cell === undefined) throw damagedArrow();
  return cell;
}

/** The cells of a batch: a view of its bytes if they are numbers without nulls, otherwise one by one. */
function cellsOf(batch: Batch<unknown>): ArrayLike<unknown> {
  const { type, values, nullCount, length } = batch as Cells;
  if (values && nullCount === 0) {
    const whole = ArrayBuffer.isView(values) ? (values as unknown as Float64Array).subarray(0, length) : values;
    if (type.typeId === Type.Int || (type.typeId === Type.Float && (values instanceof Float64Array || values instanceof Float32Array)))
      return whole;
    const units = unitsOf(type);
    if (units !== null) return momentsOf(whole, units);
  }
  checkTexts(batch as Cells);
  return Array.from({ length }, (_, row) => cellAt(batch, row));
}

/** Registers codecs for compressed columns: Feather uses LZ4 by default, or Zstandard. */
async function learnCodecs(fileSize: number, context: PageContext): Promise<void> {
  const { apart } = await PageDecoder.load(context);
  let unpacked = 0;
  // Never used: nothing is compressed here.
  const encode = (bytes: Uint8Array) => bytes;
  const bounded = (decode: (bytes: Uint8Array, size: number) => Uint8Array) => (bytes: Uint8Array, size: number) => {
    // Many columns may refer to the same compressed bytes.
    unpacked += size;
    checkSize(unpacked, fileSize);
    return decode(bytes, size);
  };
  setCompressionCodec(CompressionType.LZ4_FRAME, { encode, decode: bounded(unpackLz4Frame) });
  setCompressionCodec(CompressionType.ZSTD, { encode, decode: bounded(apart.ZSTD) });
}

/** For bytes that are not Arrow the library throws a native error or one of its own. */
function withWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RefusedFile || isShortage(error) ? error : damagedArrow();
  }
}

/** The columns of an Arrow file or stream (Feather) with numbers, times or texts; nested ones are skipped. */
export const openArrow: FormatReader = async (blob, context, label) => {
  if (blob.size > MAX_SIZE) throw new RefusedFile(because("ingest/wholeTooLarge", { format: "Arrow", megabytes: MAX_SIZE / 2 ** 20 }));
  const bytes = new Uint8Array(await bytesOf(blob));
  if (new TextDecoder().decode(bytes.subarray(0, 4)) === OLD_FEATHER) throw new RefusedFile(because("ingest/featherOld"));
  context.progress(0, label);
  const parts = checkArrow(bytes);
  await learnCodecs(bytes.length, context);
  const { schema, numRows, children } = withWords(() => tableFromIPC(parts, { useBigInt: true }));
  checkRows(numRows);
  const read: { field: Field; column: Column<unknown> }[] = [];
  for (const [place, { name, type }] of schema.fields.entries()) {
    const kind = kindOf(type);
    const zone = type.typeId === Type.Timestamp ? type.timezone : null;
    if (kind) read.push({ field: zoned({ name: name ?? "", kind }, zone), column: children[place] as Column<unknown> });
  }
  const batches = read[0]?.column.data.map(({ length }) => length) ?? [];
  const lengths = ({ column }: (typeof read)[number]) => column.data.map(({ length }) => length).join();
  if (read.some((one) => lengths(one) !== batches.join())) throw damagedArrow();
  const dictionaries = new Set<Column<unknown>>();
  for (const { column } of read) {
    for (const batch of column.data as readonly Cells[]) {
      checkLength(batch);
      if (batch.dictionary) dictionaries.add(batch.dictionary);
    }
  }
  for (const dictionary of dictionaries) for (const batch of dictionary.data) checkTexts(batch as Cells);
  const batchCells = (column: Column<unknown>, batch: number) => {
    context.checkpoint();
    return withWords(() => inMillis(column, cellsOf(column.data[batch])));
  };
  const table: TypedTable = {
    fields: shortNamed(read.map(({ field }) => field)),
    rows: numRows,
    async head(count: Count) {
      const rows = Math.min(count, numRows);
      // A column shorter than it claims throws when a value is read.
      return withWords(() =>
        read.map(({ column }) =>
          inMillis(
            column,
            Array.from({ length: rows }, (_, row) => cellAt(column, row)),
          ),
        ),
      );
    },
    async *pieces(places) {
      for (const batch of batches.keys()) yield places.map((place) => batchCells(read[place].column, batch));
    },
  };
  const names = read.map(({ field }) => field.name);
  return { kind: "columns", table: withNotes(table, names, schema.metadata?.get("pandas")) };
};
