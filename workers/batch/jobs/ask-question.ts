import * as v from "valibot";
import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { flatRow } from "../output/flat-row";
import { type Numbers, type Question, type QuestionName, questions } from "../questions";

export interface AskQuestionInput {
  question: QuestionName;
  series: Numbers;
  /** By the names of its schema; defaults for those left out. */
  settings: Record<string, unknown>;
}

/** A question with its answer, as a tool that had asked it would have both. */
export interface AskQuestionOutput {
  /** The job that answers it, and what it was given: columns of the series by their places, so that whoever asked puts in its own. */
  job: string;
  input: unknown;
  value: unknown;
  /** All settings, defaults included. */
  settings: unknown;
  /** Single figures of the answer by their paths, in its order. */
  figures: { path: string; value: number | string }[];
}

/** In the place of a column of the series. */
export interface TakenColumn {
  /** Its place among the columns; -1 for the times. */
  takenColumn: number;
}

/** Plain data with the columns of the series named in their place. */
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

/** More figures than this are a table of their own. */
const MAX_FIGURES = 80;

/** One question of the command's about one series, whose job and input are told with the answer: it can be repeated without this. */
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
  const figures = Object.entries({ ...flatRow(answer.value), ...question.cells(answer.value) }).flatMap(([path, value]) =>
    typeof value === "number" || typeof value === "string" ? [{ path, value }] : [],
  );
  return succeed({
    job: question.job,
    input: withoutColumns(input.value, series),
    value: answer.value,
    settings: read,
    figures: figures.slice(0, MAX_FIGURES),
  });
}
