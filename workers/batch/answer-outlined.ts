import type { Outcome } from "../contract";
import { succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { answerBatch, type Batch, type Reader } from "./answer-batch";
import type { Row } from "./output/flat-row";

/** The rows of a task, with a sparkline of its series. */
export interface OutlinedAnswer {
  rows: Row[];
  /** A few values of the series for a sparkline; empty if it could not be read. */
  outline: Float64Array;
}

const OUTLINE = 48;

/** Evenly spaced values, including the first and the latest. */
export function outlineOf(values: Float64Array): Float64Array {
  const length = Math.min(OUTLINE, values.length);
  const step = (values.length - 1) / Math.max(1, length - 1);
  return Float64Array.from({ length }, (_, k) => values[Math.round(k * step)]);
}

/** Like `answerBatch`, with an outline of the series of each task. */
export async function answerOutlined(batch: Batch, { bytes, series }: Reader, context: JobContext): Promise<Outcome<OutlinedAnswer[]>> {
  const outlines: Float64Array[] = batch.tasks.map(() => new Float64Array());
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
  return answered.ok ? succeed(answered.value.map((rows, place) => ({ rows, outline: outlines[place] }))) : answered;
}
