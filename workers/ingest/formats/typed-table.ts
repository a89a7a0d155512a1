import { because, type Count } from "../../contract";
import { ShortNames } from "../../series";
import { RefusedFile } from "../refused-file";

/** Numbers, moments in milliseconds since 1970, times of day in milliseconds, or texts. */
export type FieldKind = "number" | "time" | "clock" | "text";

export interface Field {
  name: string;
  kind: FieldKind;
  /** Of moments the zone whose clocks they were read from, where the file says it and it is not UTC. */
  zone?: string;
}

/** Columns as a program has typed them, of which a part can be read without the rest. */
export interface TypedTable {
  fields: Field[];
  rows: Count;
  /** The first rows of every field, as many as are asked for or are there. */
  head(rows: Count): Promise<ArrayLike<unknown>[]>;
  /** All rows of the fields at some places, piece by piece. @throws RefusedFile */
  pieces(places: readonly number[]): AsyncIterable<ArrayLike<unknown>[]>;
}

/** Fields by the names they are kept and shown by, in the same order. */
export function shortNamed(fields: readonly Field[]): Field[] {
  const short = new ShortNames();
  return fields.map((field) => ({ ...field, name: short.of(field.name) }));
}

/** Rows that are read: a column of more would not fit into the memory of the kernels. */
const MAX_ROWS: Count = 1e8;

/** Refuses a number of rows that no memory holds, whether it is true or not. @throws RefusedFile */
export function checkRows(rows: Count): void {
  if (!(rows <= MAX_ROWS)) throw new RefusedFile(because("ingest/tableTooLong", { rows, limit: MAX_ROWS }));
}
