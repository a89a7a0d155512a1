import { DAY, type Millis } from "../../contract";
import { zoneOf } from "../zones";
import { isObject } from "./json-search";
import type { Field, TypedTable } from "./typed-table";

/** Start of a period counted from 1970, by the frequency of its column. */
const PERIODS: readonly [RegExp, (count: number) => Millis][] = [
  [/^D$/, (days) => days * DAY],
  [/^M$/, (months) => Date.UTC(1970, months, 1)],
  [/^Q(-DEC)?$/, (quarters) => Date.UTC(1970, 3 * quarters, 1)],
  [/^[AY](-DEC)?$/, (years) => Date.UTC(1970 + years, 0, 1)],
];

interface Note {
  zone?: string;
  period?: (count: number) => Millis;
}

function noteOf(column: unknown): Note {
  if (!isObject(column)) return {};
  const { metadata, numpy_type: type } = column;
  const zone = isObject(metadata) ? metadata.timezone : undefined;
  const frequency = /^period\[(.+)\]$/.exec(String(type))?.[1];
  const period = frequency === undefined ? undefined : PERIODS.find(([pattern]) => pattern.test(frequency))?.[1];
  return { ...(typeof zone === "string" && { zone }), ...(period && { period }) };
}

function notesOf(written: string): Map<string, Note> {
  try {
    const said: unknown = JSON.parse(written);
    const columns = isObject(said) && Array.isArray(said.columns) ? said.columns : [];
    return new Map(columns.filter(isObject).map((column) => [String(column.field_name), noteOf(column)]));
  } catch {
    return new Map();
  }
}

/** A field with its time zone from pandas' metadata, if the browser knows that zone and it is not UTC. */
export const zoned = (field: Field, zone: string | null | undefined): Field =>
  field.kind === "time" && zone && !/^(UTC|GMT|Etc\/UTC)$/i.test(zone) && zoneOf(zone) ? { ...field, zone } : field;

/**
 * A table with pandas' metadata applied, for what the file's types cannot express: time zones, and numbers that are periods.
 * @param written the metadata as JSON
 */
export function withNotes(table: TypedTable, names: readonly string[], written: string | undefined): TypedTable {
  if (written === undefined) return table;
  const notes = notesOf(written);
  const periods = names.map((name, place) => (table.fields[place].kind === "number" ? notes.get(name)?.period : undefined));
  const fields = table.fields.map((field, place) =>
    periods[place] ? { ...field, kind: "time" as const } : zoned(field, notes.get(names[place])?.zone),
  );
  const dated = (cells: ArrayLike<unknown>, place: number): ArrayLike<unknown> => {
    const period = periods[place];
    return period
      ? Float64Array.from(cells, (count) => (count === null || count === undefined ? Number.NaN : period(Number(count))))
      : cells;
  };
  return {
    ...table,
    fields,
    head: async (rows) => (await table.head(rows)).map(dated),
    async *pieces(places) {
      for await (const cells of table.pieces(places)) yield cells.map((column, at) => dated(column, places[at]));
    },
  };
}
