import { columnTableBlock } from "../../../assembly/build/portfolio-layouts.js";
import { type Count, fail, type Outcome, type Series, succeed } from "../../contract";
import { inChunks, type JobContext } from "../../runtime/job";
import { derivedSeries } from "../series-of";

const CHUNK: Count = 1 << 16;

export interface TakeSymbolInput {
  /** All of a panel but its columns. */
  panel: Omit<Series, "columns">;
  /** The column of the symbol. */
  column: Series["columns"][number];
}

/** One symbol of a panel as a series of its own: the dates on which it has a value. */
export async function takeSymbol({ panel, column }: TakeSymbolInput, context: JobContext): Promise<Outcome<Series>> {
  const { hash, name, times, length, origin, loadedAt, quality } = panel;
  const kernels = await context.load("portfolio");
  const [values, dates] = context.arena.scope(() => {
    const columns = context.arena.put(column.values);
    const dated = times ? context.arena.put(times) : 0;
    const block = context.arena.block(columnTableBlock, { columns, stride: length, count: 1 });
    let rows = 0;
    inChunks(context, length, CHUNK, (from, to) => {
      rows = kernels.dropIncomplete(block, from, to, rows, dated);
    });
    const keep = (address: number) => {
      const kept = context.column(rows);
      kept.set(context.arena.view(address, rows));
      return kept;
    };
    return [keep(columns), dated ? keep(dated) : null];
  });
  if (values.length < 2) return fail("bad-input", "ingest/symbolTooShort", { symbol: column.name, values: values.length });
  const { panel: _, preset, opened, ...text } = quality;
  const numbers = { length: values.length, times: dates, columns: [{ ...column, values }], primary: 0 };
  const derived = await derivedSeries(numbers, { ...text, symbolOf: { panel: hash, name: column.name } }, context);
  return succeed({ ...derived, name: `${name} (${column.name})`, origin, loadedAt });
}
