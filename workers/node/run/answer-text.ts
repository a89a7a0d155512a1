import { isFailed, type Row, rowsToText } from "../../batch";

/** The rows of a task as journals and parts keep them: a thread sends a text, which costs less than objects and is written as it is. */
export interface AnswerText {
  text: string;
  /** Rows without an answer. */
  failed: number;
}

export const answerText = (rows: readonly Row[]): AnswerText => ({ text: rowsToText(rows), failed: rows.filter(isFailed).length });
