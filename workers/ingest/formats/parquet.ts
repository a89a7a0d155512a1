import { bytesOf, UnreadableFile } from "../../archive";
import { because } from "../../contract";
import { isShortage } from "../../runtime/wasm/is-shortage";
import { RefusedFile } from "../refused-file";
import { zonesIn } from "./arrow-note";
import type { FormatReader } from "./content";
import { checkSize } from "./inflate";
import { withNotes, zoned } from "./pandas-notes";
import { ParquetFile } from "./parquet-file";
import { checkRows, type Field, shortNamed, type TypedTable } from "./typed-table";

/** For bytes that are not Parquet the library throws an error of its own, or a native one. */
async function withWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof RefusedFile || isShortage(error)) throw error;
    throw new RefusedFile(because("ingest/tableDamaged", { format: "Parquet" }));
  }
}

/** The columns of a Parquet file with numbers, times or texts; nested ones are skipped. */
export const openParquet: FormatReader = async (blob, context, label) => {
  const slice = (start: number, end = blob.size) => bytesOf(blob.slice(start, end));
  const file = await withWords(() => ParquetFile.open({ byteLength: blob.size, slice }, context));
  const { groups } = file;
  const rows = groups.reduce((sum, group) => sum + group, 0);
  checkRows(rows);
  const fields = file.columns.filter((column): column is Field => column.kind !== "other");
  const read = (place: number, start: number, end: number) => {
    context.checkpoint();
    return withWords(() => file.read(fields[place].name, start, end));
  };
  const table: TypedTable = {
    fields: shortNamed(fields),
    rows,
    async head(count) {
      const cells: ArrayLike<unknown>[] = [];
      for (const place of fields.keys()) cells.push(await read(place, 0, Math.min(count, groups.find((held) => held > 0) ?? 0)));
      return cells;
    },
    async *pieces(places) {
      const names = new Set(places.map((place) => fields[place].name));
      checkSize(file.sizeOf(names), blob.size);
      const whole = file.inWindows(names);
      let done = 0;
      for (const [group, held] of groups.entries()) {
        if (held === 0) continue;
        const cells = new Map<number, ArrayLike<unknown>>();
        // In file order, for prefetching.
        for (const place of places.toSorted((one, other) => one - other)) {
          context.checkpoint();
          cells.set(place, await withWords(() => whole.allOfGroup(group, fields[place].name)));
        }
        done += held;
        context.progress(done / rows, label);
        yield places.map((place) => cells.get(place) as ArrayLike<unknown>);
      }
    },
  };
  const names = fields.map(({ name }) => name);
  const noted = withNotes(table, names, file.note("pandas"));
  const zones = await zonesIn(file.note("ARROW:schema"));
  return { kind: "columns", table: { ...noted, fields: noted.fields.map((field, place) => zoned(field, zones.get(names[place]))) } };
};
