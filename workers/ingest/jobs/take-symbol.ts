import { columnTableBlock } from "../../../assembly/build/portfolio-layouts.js";
import { type Count, fail, type Outcome, type Series, succeed } from "../../contract";
import { inChunks, type JobContext } from "../../runtime/job";
import { LineNumbers } from "../line-numbers";
import { scanNumbers } from "../series-of";

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
  const lines = new LineNumbers();
  lines.add(0, 1);
  const numbers = { length: values.length, times: dates, columns: [{ ...column, values }], primary: 0 };
  const { hash: own, ...scanned } = await scanNumbers(numbers, lines, context);
  const { panel: _, preset, opened, dateFormat, ...text } = quality;
  return succeed({
    ...numbers,
    hash: own,
    name: `${name} (${column.name})`,
    origin,
    loadedAt,
    preview: previewOf(column.name, dates, values),
    bytes: values.byteLength + (dates?.byteLength ?? 0),
    quality: {
      ...{ ...text, ...scanned, dateFormat, rowsRead: values.length, rowsKept: values.length, dropped: [], unsorted: 0 },
      ...{ elapsed: context.elapsed(), symbolOf: { panel: hash, name: column.name } },
    },
  });
}

/** The first rows, as a text. */
function previewOf(name: string, times: Float64Array | null, values: Float64Array): string {
  const day = (row: Count) => (times ? `${new Date(times[row]).toISOString().replace("T00:00:00.000Z", "")},` : "");
  const rows = Array.from(values.subarray(0, 12), (value, row) => `${day(row)}${value}`);
  return [`${times ? "Date," : ""}${name}`, ...rows].join("\n");
}
