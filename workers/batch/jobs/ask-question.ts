import * as v from "valibot";
import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { type Numbers, type Question, type QuestionName, questions } from "../questions";

export interface AskQuestionInput {
  question: QuestionName;
  series: Numbers;
  /** By schema names; missing ones have their defaults. */
  settings: Record<string, unknown>;
}

/** A question and its answer, as if asked by its tool. */
export interface AskQuestionOutput {
  /**
   * The job that answers it and its input, in which columns of the series are replaced by `TakenColumn`, so that the caller can insert its own.
   */
  job: string;
  input: unknown;
  value: unknown;
  /** All settings, defaults included. */
  settings: unknown;
}

/** Replaces a column of the series. */
export interface TakenColumn {
  /** Index of the column; -1 for the times. */
  takenColumn: number;
}

/** Plain data, with the columns of the series replaced by `TakenColumn`. */
function withoutColumns(value: unknown, series: Numbers): unknown {
  const { times, columns } = series;
  if (ArrayBuffer.isView(value)) {
    const place = columns.findIndex(({ values }) => values === value);
    return place >= 0 || value === times ? ({ takenColumn: place } satisfies TakenColumn) : value;
  }
  if (Array.isArray(value)) return value.map((one) => withoutColumns(one, series));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutColumns(one, series)]));
}

/** Asks one of the command's questions about a series; also returns the job and its input, with which the answer can be reproduced. */
export async function askQuestion(
  { question: name, series, settings }: AskQuestionInput,
  context: JobContext,
): Promise<Outcome<AskQuestionOutput>> {
  const question: Question = questions[name];
  const read = v.parse(question.settings, settings);
  const input = question.input(series, read);
  if (!input.ok) return input;
  const answer = await question.ask(series, read, context);
  if (!answer.ok) return answer;
  return succeed({
    job: question.job,
    input: withoutColumns(input.value, series),
    value: answer.value,
    settings: read,
  });
}
