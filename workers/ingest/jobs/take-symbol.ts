import { isReturn } from "../../analyzed-column";
import { fail, type Outcome, type Series, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { completeRows } from "../complete-rows";
import { derivedSeries } from "../series-of";

export interface TakeSymbolInput {
  /** A panel without its columns. */
  panel: Omit<Series, "columns">;
  /** The column of the symbol. */
  column: Series["columns"][number];
}

/** One symbol of a panel as a series: the dates on which it has a value. */
export async function takeSymbol({ panel, column }: TakeSymbolInput, context: JobContext): Promise<Outcome<Series>> {
  const { hash, name, times, length, origin, loadedAt, quality } = panel;
  const kernels = await context.load("portfolio");
  const [values, dates] = context.arena.scope(() => {
    const columns = context.arena.put(column.values);
    const dated = times ? context.arena.put(times) : 0;
    const rows = completeRows(context, kernels, { columns, stride: length, count: 1 }, dated);
    const keep = (address: number) => {
      const kept = context.column(rows);
      kept.set(context.arena.view(address, rows));
      return kept;
    };
    return [keep(columns), dated ? keep(dated) : null];
  });
  if (values.length < 2) return fail("bad-input", "ingest/symbolTooShort", { symbol: column.name, values: values.length });
  const { panel: aligned, preset, opened, percents, returns: _, ...text } = quality;
  const own = aligned?.symbols.find((symbol) => symbol.name === column.name)?.returns;
  const details = {
    ...(own && { returns: { column: column.name, ...own, compounded: !isReturn(column.role) } }),
    ...(!own && percents?.includes(column.name) && { percents: [column.name] }),
    symbolOf: { panel: hash, name: column.name },
  };
  const numbers = { length: values.length, times: dates, columns: [{ ...column, values }], primary: 0 };
  const derived = await derivedSeries(numbers, { ...text, ...details }, context);
  return succeed({ ...derived, name: `${name} (${column.name})`, origin, loadedAt });
}
