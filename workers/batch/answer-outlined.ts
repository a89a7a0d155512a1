import type { Outcome } from "../contract";
import { succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { answerBatch, type Batch, type Reader } from "./answer-batch";
import type { Row } from "./output/flat-row";

/** The rows of a task, and what is drawn beside them. */
export interface OutlinedAnswer {
  rows: Row[];
  /** A few values of the series, for a line as small as a word; none where it could not be read. */
  outline: Float64Array;
}

const OUTLINE = 48;

/** Every so many values, the newest among them. */
export function outlineOf(values: Float64Array): Float64Array {
  const length = Math.min(OUTLINE, values.length);
  const step = (values.length - 1) / Math.max(1, length - 1);
  return Float64Array.from({ length }, (_, k) => values[Math.round(k * step)]);
}

/** Answers some sources as `answerBatch` does, each with an outline of its series. */
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
