import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { answerBatch, type Batch, type Reader } from "../answer-batch";
import { type Given, pageReader } from "../given";
import type { Row } from "../output/flat-row";
import { rowsToText } from "../output/rows-text";

export interface AnswerSeriesInput extends Batch {
  given: Given;
  /** Cells the page shows, or what their names begin with; all of them are in `text`. */
  shown: readonly string[];
}

export interface AnsweredSeries {
  /** What is shown of each row, in the order of the tasks. */
  rows: Row[];
  /** A few values of each series, for a line as small as a word; none where it could not be read. */
  outlines: Float64Array[];
  /** All cells of all rows, as the command's journal keeps them: whoever needs them reads them on a thread. */
  text: string;
}

const OUTLINE = 48;

/** Every so many values, the newest among them. */
function outlineOf(values: Float64Array): Float64Array {
  const length = Math.min(OUTLINE, values.length);
  const step = (values.length - 1) / Math.max(1, length - 1);
  return Float64Array.from({ length }, (_, k) => values[Math.round(k * step)]);
}

/** Answers some series of a page by the code of the command: the same bits, row by row. */
export async function answerSeries({ given, shown, ...batch }: AnswerSeriesInput, context: JobContext): Promise<Outcome<AnsweredSeries>> {
  const outlines: Float64Array[] = batch.tasks.map(() => new Float64Array());
  const { bytes, series } = pageReader(given);
  const outlining: Reader = {
    bytes,
    async series(source, own) {
      const read = await series(source, own);
      const place = batch.tasks.findIndex((sources) => sources.includes(source));
      if (read.ok) outlines[place] = outlineOf(read.value.columns[read.value.primary].values);
      return read;
    },
  };
  const answered = await answerBatch(batch, outlining, context);
  if (!answered.ok) return answered;
  const rows = answered.value.flat();
  const isShown = (name: string) => shown.some((start) => name.startsWith(start));
  const part = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => isShown(name)));
  return succeed({ rows: rows.map(part), outlines, text: rowsToText(rows) });
}
