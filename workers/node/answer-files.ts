import { answerBatch, type Batch, columnSources, type Source } from "../batch";
import { type Millis, type Outcome, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { fileReader, readTable } from "./data/read-source";
import { type AnswerText, answerText } from "./run/answer-text";

const CANCEL_LOOK: Millis = 100;

/** The result of reading from other hosts, or `Canceled` at once when canceled: a host that sends nothing reaches no checkpoint. */
async function unlessCanceled<Value>(work: Promise<Value>, { checkpoint }: JobContext): Promise<Value> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const canceled = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      try {
        checkpoint();
      } catch (error) {
        reject(error);
      }
    }, CANCEL_LOOK);
  });
  try {
    return await Promise.race([work, canceled]);
  } finally {
    clearInterval(timer);
  }
}

/** Answers sources on this machine, in order. */
export async function answerFiles(batch: Batch, context: JobContext): Promise<Outcome<AnswerText[]>> {
  const answered = await unlessCanceled(answerBatch(batch, fileReader, context), context);
  return answered.ok ? succeed(answered.value.map(answerText)) : answered;
}

/** The series of a text with many columns. A text that cannot be read counts as one, whose row gives the reason. */
export async function listColumns({ from }: { from: string }, context: JobContext): Promise<Outcome<Source[]>> {
  const read = await unlessCanceled(readTable(from, context), context);
  return succeed(columnSources(read.ok ? read.value.columns : [], from));
}
