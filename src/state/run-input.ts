import type { Series } from "../../workers/contract";
import { MAX_RECORDED_TEXT } from "../../workers/runtime/schema";
import { runDataChanged, runForeign } from "../../workers/storage/messages";
import { count } from "../lib/format";

/** Maximum length of an array stored with the run; a longer one must belong to a dataset. */
const MAX_INLINE = 2000;
const FOREIGN = "It used input that cannot be recorded, such as a file";
const LONG_LIST = () => `It used a list of more than ${count(MAX_INLINE)} values outside any dataset`;
const LONG_TEXT = () => `It used a text of more than ${count(MAX_RECORDED_TEXT)} characters`;
/** Maximum size of the serialized input: every run of the list is in memory while the list is shown. */
export const MAX_WRITTEN = 1_000_000;
const COLUMN = "$column";
const VALUES = "$values";
const NUMBER = "$number";

/** Source of the numbers of an input. */
export interface ColumnReference {
  series: string;
  /** Index of the column; -1 for the times. */
  column: number;
  from: number;
  length: number;
}

/** Whether a value is a text too long to be stored with a run. */
export const isTooLong = (value: unknown): boolean => typeof value === "string" && value.length > MAX_RECORDED_TEXT;

/** Why something cannot be serialized or read back; shown to the user. */
export class SerializationError extends Error {}

const KINDS = { Float64Array, Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Int8Array, Uint8Array } as const;
type Kind = keyof typeof KINDS;

const writeNumber = (value: number): unknown =>
  Object.is(value, -0) ? { [NUMBER]: "-0" } : Number.isFinite(value) ? value : { [NUMBER]: String(value) };

/** Columns of some series by their buffer, so that one of a thousand is found directly. */
type Columns = ReadonlyMap<ArrayBufferLike, readonly { series: string; column: number; values: Float64Array }[]>;

function columnsOf(series: readonly Series[]): Columns {
  const byBuffer = new Map<ArrayBufferLike, { series: string; column: number; values: Float64Array }[]>();
  const add = (hash: string, column: number, values: Float64Array) => {
    const there = byBuffer.get(values.buffer);
    if (there) there.push({ series: hash, column, values });
    else byBuffer.set(values.buffer, [{ series: hash, column, values }]);
  };
  for (const { hash, times, columns } of series) {
    for (const [column, { values }] of columns.entries()) add(hash, column, values);
    if (times) add(hash, -1, times);
  }
  return byBuffer;
}

function referenceTo(view: ArrayBufferView, columns: Columns): ColumnReference | null {
  if (!(view instanceof Float64Array)) return null;
  const found = columns.get(view.buffer)?.find(({ values }) => {
    const after = view.byteOffset - values.byteOffset;
    return after >= 0 && after + view.byteLength <= values.byteLength;
  });
  if (!found) return null;
  const from = (view.byteOffset - found.values.byteOffset) / view.BYTES_PER_ELEMENT;
  return { series: found.series, column: found.column, from, length: view.length };
}

function writeView(view: ArrayBufferView, columns: Columns): unknown {
  const reference = referenceTo(view, columns);
  if (reference) return { [COLUMN]: reference };
  const kind = view.constructor.name;
  if (!(kind in KINDS)) throw new SerializationError(FOREIGN);
  const list = view as Float64Array;
  if (list.length > MAX_INLINE) throw new SerializationError(LONG_LIST());
  return { [VALUES]: kind, values: Array.from(list, writeNumber) };
}

function write(value: unknown, columns: Columns): unknown {
  if (typeof value === "number") return writeNumber(value);
  if (isTooLong(value)) throw new SerializationError(LONG_TEXT());
  if (typeof value === "string") return value;
  if (value === null || value === undefined || typeof value === "boolean") return value;
  if (typeof value !== "object") throw new SerializationError(FOREIGN);
  if (ArrayBuffer.isView(value)) return writeView(value, columns);
  if (Array.isArray(value)) {
    if (value.length > MAX_INLINE) throw new SerializationError(LONG_LIST());
    return value.map((item) => write(item, columns));
  }
  // A file or another class instance no longer exists when the run is repeated.
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new SerializationError(FOREIGN);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, write(item, columns)]));
}

/** A job's input as JSON, with references to columns. @throws SerializationError if part of it cannot be serialized */
export function writeInput(input: unknown, series: readonly Series[]): string {
  const written = JSON.stringify(write(input, columnsOf(series))) ?? "null";
  if (written.length > MAX_WRITTEN) throw new SerializationError("Its input is longer than 1,000,000 characters");
  return written;
}

/** The hashes of the series an input refers to. */
export function referredSeries(text: string): string[] {
  const found = new Set<string>();
  JSON.parse(text, (name, value: unknown) => {
    const series = name === COLUMN ? (value as Partial<ColumnReference> | null)?.series : undefined;
    if (typeof series === "string") found.add(series);
    return value;
  });
  return [...found];
}

const isRows = (from: number, length: number, rows: number): boolean =>
  [from, length].every((value) => Number.isInteger(value) && value >= 0) && from + length <= rows;

function readColumn({ series: hash, column, from, length }: ColumnReference, series: ReadonlyMap<string, Series>): Float64Array {
  const found = series.get(hash);
  const values = column < 0 ? found?.times : found?.columns[column]?.values;
  if (!values || !isRows(from, length, values.length)) throw new SerializationError(runDataChanged);
  return from === 0 && length === values.length ? values : values.subarray(from, from + length);
}

/** The column reference in a serialized value; null if it is none. */
export function referenceIn(value: object): ColumnReference | null {
  return COLUMN in value ? (value[COLUMN] as ColumnReference) : null;
}

/** The number or array of numbers in a serialized value; null if it is neither. */
export function writtenValues(value: object): unknown {
  if (NUMBER in value) return Number(value[NUMBER]);
  return VALUES in value && "values" in value && !(COLUMN in value) ? value.values : null;
}

/** The input as passed to the job. @throws SerializationError if a referenced series is missing, or the text is not valid */
export function readInput(text: string, series: ReadonlyMap<string, Series>): unknown {
  const read = (_: string, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if (NUMBER in value) return Number(value[NUMBER]);
    if (COLUMN in value) return readColumn(value[COLUMN] as ColumnReference, series);
    if (VALUES in value && "values" in value) return KINDS[value[VALUES] as Kind].from(value.values as number[]);
    return value;
  };
  try {
    return JSON.parse(text, read);
  } catch (error) {
    // It may come from an untrusted file.
    throw error instanceof SerializationError ? error : new SerializationError(runForeign);
  }
}

/** The seed in an input, at any depth; null without one. */
export function seedOf(input: unknown): number | null {
  if (typeof input !== "object" || input === null || ArrayBuffer.isView(input) || Array.isArray(input)) return null;
  const own = (input as { seed?: unknown }).seed;
  if (typeof own === "number") return own;
  for (const part of Object.values(input)) {
    const found = seedOf(part);
    if (found !== null) return found;
  }
  return null;
}
