import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { Batch } from "../answer-batch";
import { answerOutlined } from "../answer-outlined";
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

/** Answers some series of a page by the code of the command: the same bits, row by row. */
export async function answerSeries({ given, shown, ...batch }: AnswerSeriesInput, context: JobContext): Promise<Outcome<AnsweredSeries>> {
  const answered = await answerOutlined(batch, pageReader(given), context);
  if (!answered.ok) return answered;
  const rows = answered.value.flatMap((one) => one.rows);
  const isShown = (name: string) => shown.some((start) => name.startsWith(start));
  const part = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => isShown(name)));
  return succeed({ rows: rows.map(part), outlines: answered.value.map(({ outline }) => outline), text: rowsToText(rows) });
}
