import { isFailed, type Row, rowsToText } from "../../batch";

/** The rows of a task in the format of journals and parts: threads send text, which costs less than objects and is written as it is. */
export interface AnswerText {
  text: string;
  /** Number of rows without an answer. */
  failed: number;
}

export const answerText = (rows: readonly Row[]): AnswerText => ({ text: rowsToText(rows), failed: rows.filter(isFailed).length });
