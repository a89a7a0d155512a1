import { answerBatch, type Batch, columnSources, type Source } from "../batch";
import { type Outcome, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { fileReader, readTable } from "./data/read-source";
import { type AnswerText, answerText } from "./run/answer-text";

/** Answers sources on this machine, in order. */
export async function answerFiles(batch: Batch, context: JobContext): Promise<Outcome<AnswerText[]>> {
  const answered = await answerBatch(batch, fileReader, context);
  return answered.ok ? succeed(answered.value.map(answerText)) : answered;
}

/** The series of a text with many columns. A text that cannot be read counts as one, whose row gives the reason. */
export async function listColumns({ from }: { from: string }, context: JobContext): Promise<Outcome<Source[]>> {
  const read = await readTable(from, context);
  return succeed(columnSources(read.ok ? read.value.columns : [], from));
}
