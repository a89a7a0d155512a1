import { type Column, fail, type Outcome, succeed } from "../../contract";
import { readSeries } from "../../ingest";
import type { JobContext } from "../../runtime/job";
import { answerBatch, type Batch, type Reader } from "../answer-batch";
import { columnOf, type Table } from "../columns-of";
import type { Row } from "../output/flat-row";
import { rowsToText } from "../output/rows-text";
import type { Numbers } from "../questions";
import { nameOf, type Source } from "../source";

/** What a page has been given to read. */
export interface Given {
  /** Columns of a dataset that is loaded, those of the tasks. */
  table: (Table & { columns: Column[] }) | null;
  /** Files by the names the sources have. */
  files: Record<string, Blob>;
}

export interface AnswerSeriesInput extends Batch {
  given: Given;
  /** Cells the page shows; all of them are in `text`. */
  shown: readonly string[];
}

export interface AnsweredSeries {
  /** What is shown of each row, in the order of the tasks. */
  rows: Row[];
  /** A few values of each series in their order, as small as a word; empty where it could not be read. */
  outlines: Float32Array[];
  /** All cells of all rows, as the command's journal keeps them: whoever needs them reads them on a thread. */
  text: string;
}

/** Values of an outline. */
const OUTLINE = 48;

/** Every so many values, the newest among them. */
function outlineOf(values: Float64Array): Float32Array {
  const length = Math.min(OUTLINE, values.length);
  const step = (values.length - 1) / Math.max(1, length - 1);
  return Float32Array.from({ length }, (_, k) => values[Math.round(k * step)]);
}

/** Reads what stands on a page. */
const pageReader = ({ table, files }: Given): Reader => ({
  async bytes({ from }) {
    const file = files[from];
    return file ? succeed(file) : fail("bad-input", "ingest/fileUnreadable");
  },
  async series(source: Source, context: JobContext): Promise<Outcome<Numbers>> {
    if (source.kind === "column" && table) return columnOf(table, source.name, context);
    const file = files[source.from];
    if (source.kind !== "text" || !file) return fail("bad-input", "ingest/fileUnreadable");
    return readSeries({ source: file, name: nameOf(source), origin: "file" }, context);
  },
});

/** Answers some series of a page by the same plan as the command: the same bits, row by row. */
export async function answerSeries({ given, shown, ...batch }: AnswerSeriesInput, context: JobContext): Promise<Outcome<AnsweredSeries>> {
  const outlines: Float32Array[] = batch.tasks.map(() => new Float32Array());
  const reader = pageReader(given);
  const answered = await answerBatch(
    batch,
    {
      bytes: reader.bytes,
      async series(source, own) {
        const read = await reader.series(source, own);
        const place = batch.tasks.findIndex((sources) => sources.includes(source));
        if (read.ok && place >= 0) outlines[place] = outlineOf(read.value.columns[read.value.primary].values);
        return read;
      },
    },
    context,
  );
  if (!answered.ok) return answered;
  const rows = answered.value.flat();
  const names = new Set(shown);
  const part = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
  return succeed({ rows: rows.map(part), outlines, text: rowsToText(rows) });
}
