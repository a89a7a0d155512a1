import { because, type Count } from "../../contract";
import { ShortNames } from "../../series";
import { RefusedFile } from "../refused-file";

/** Numbers, times in milliseconds since 1970, times of day in milliseconds, or texts. */
export type FieldKind = "number" | "time" | "clock" | "text";

export interface Field {
  name: string;
  kind: FieldKind;
  /** For times, the zone they are local to, if the file names one other than UTC. */
  zone?: string;
}

/** Typed columns, each of which can be read without the others. */
export interface TypedTable {
  fields: Field[];
  rows: Count;
  /** The first rows of every field, as many as requested or available. */
  head(rows: Count): Promise<ArrayLike<unknown>[]>;
  /** All rows of the fields at these indices, piece by piece. @throws RefusedFile */
  pieces(places: readonly number[]): AsyncIterable<ArrayLike<unknown>[]>;
}

/** Fields with shortened names for storage and display, in the same order. */
export function shortNamed(fields: readonly Field[]): Field[] {
  const short = new ShortNames();
  return fields.map((field) => ({ ...field, name: short.of(field.name) }));
}

/** Maximum number of rows: a longer column would not fit into the kernels' memory. */
const MAX_ROWS: Count = 1e8;

/** Refuses a claimed number of rows that does not fit into memory, true or not. @throws RefusedFile */
export function checkRows(rows: Count): void {
  if (!(rows <= MAX_ROWS)) throw new RefusedFile(because("ingest/tableTooLong", { rows, limit: MAX_ROWS }));
}
