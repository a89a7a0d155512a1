import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { Batch } from "../answer-batch";
import { answerOutlined } from "../answer-outlined";
import { type Given, pageReader } from "../given";
import type { Row } from "../output/flat-row";
import { rowsToText } from "../output/rows-text";

export interface AnswerSeriesInput extends Batch {
  given: Given;
  /** Names or prefixes of the cells the page shows; all cells are in `text`. */
  shown: readonly string[];
}

export interface AnsweredSeries {
  /** The shown cells of each row, in task order. */
  rows: Row[];
  /** A few values of each series for a sparkline; empty if it could not be read. */
  outlines: Float64Array[];
  /** All cells of all rows in the format of the command's journal, to be parsed in a worker. */
  text: string;
}

/** Answers some series of a page with the command's own code: the same bits, row by row. */
export async function answerSeries({ given, shown, ...batch }: AnswerSeriesInput, context: JobContext): Promise<Outcome<AnsweredSeries>> {
  const answered = await answerOutlined(batch, pageReader(given), context);
  if (!answered.ok) return answered;
  const rows = answered.value.flatMap((one) => one.rows);
  const isShown = (name: string) => shown.some((start) => name.startsWith(start));
  const part = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => isShown(name)));
  return succeed({ rows: rows.map(part), outlines: answered.value.map(({ outline }) => outline), text: rowsToText(rows) });
}
