import { countJumpsBlock } from "../../assembly/build/ingest-layouts.js";
import { type Column, type Count, DAY, type Fraction, type Millis, type QualityReport } from "../contract";
import { lowerBound } from "../numerics/lower-bound";
import { inChunks, type JobContext } from "../runtime/job";
import { isWeekend } from "../series";
import type { LineNumbers } from "./line-numbers";

const CHUNK = 1 << 17;
const FIRST = 5;
const JUMP = 0.4;
const SHORTEST_DAY = DAY * (20 / 24);
const LONGEST_DAY = DAY * (28 / 24);
const MAX_STEPS = 4;
/** Minimum length of a run of equal values that is reported. */
const MIN_UNCHANGED: Count = 5;
/** Largest share of weekend rows that is unusual: markets open on weekends have two in seven. */
const MAX_WEEKEND: Fraction = 0.1;
const STEPS_EXAMINED = 4096;

/** Median of at most 4096 steps spread over the series; 0 if there is none. */
function usualStep(times: Float64Array): Millis {
  const stride = Math.max(1, Math.floor((times.length - 1) / STEPS_EXAMINED));
  const steps: number[] = [];
  for (let index = stride; index < times.length; index += stride) steps.push(times[index] - times[index - 1]);
  steps.sort((a, b) => a - b);
  return steps[(steps.length - 1) >> 1] ?? 0;
}

type Unusual = NonNullable<QualityReport["unusual"]>;

const isDaily = (step: Millis): boolean => step >= SHORTEST_DAY && step <= LONGEST_DAY;

/** Runs `scan(address, from, to, start)` over chunks that overlap by one value, so that every pair is visited once. */
function inPairs(
  context: JobContext,
  values: Float64Array,
  scan: (address: number, from: number, to: number, start: number) => void,
): void {
  inChunks(context, values.length, CHUNK, (from, to) => {
    const start = Math.max(0, from - 1);
    context.arena.scope(() => scan(context.arena.put(values.subarray(start, to)), from - start, to - start, start));
  });
}

/** Number of rows dated before the row above them, and of pairs of neighbors with the same date. */
export function scanOrder(context: JobContext, times: Float64Array): { descents: Count; ties: Count } {
  const found = { descents: 0, ties: 0 };
  inPairs(context, times, (address, from, to) => {
    found.descents += context.kernels.countDescents(address, from, to);
    found.ties += context.kernels.countTies(address, from, to);
  });
  return found;
}

/** Rows of ascending times with the same time as the row before; nothing if there are none. */
export function scanRepeated(context: JobContext, times: Float64Array, lines: LineNumbers): Pick<QualityReport, "repeated"> {
  let count = 0;
  inPairs(context, times, (address, from, to) => {
    count += context.kernels.countTies(address, from, to);
  });
  const rows: Count[] = [];
  for (let row = 1; rows.length < Math.min(FIRST, count); row++) if (times[row] === times[row - 1]) rows.push(lines.at(row));
  return count > 0 ? { repeated: { count, rows } } : {};
}

/** Number of cells without a number, per column that has any. */
export function scanMissing(context: JobContext, columns: Column[]): QualityReport["missing"] {
  const counted = columns.map(({ name, values }) => {
    let count = 0;
    inPairs(context, values, (address, from, to) => {
      count += context.kernels.countMissing(address, from, to);
    });
    return { column: name, count };
  });
  return counted.filter(({ count }) => count > 0);
}

/** Gaps of ascending times. */
export function scanGaps(context: JobContext, times: Float64Array): Pick<QualityReport, "gaps" | "longestGap"> {
  const step = usualStep(times);
  if (step <= 0) return { gaps: 0, longestGap: null };
  const daily = isDaily(step);
  let gaps = 0;
  let longest = 0;
  inPairs(context, times, (address, from, to) => {
    const slot = context.arena.put(Float64Array.of(longest));
    gaps += context.kernels.countGaps(address, from, to, (daily ? DAY : step) * MAX_STEPS, daily ? 1 : 0, slot);
    longest = context.arena.read(slot);
  });
  return { gaps, longestGap: gaps > 0 ? longest : null };
}

/** Continues the count `found` over values at an address, and writes the positions of the first hits to `rows`. */
type CountRows = (address: number, from: number, to: number, rows: number, found: Count) => Count;

/** Counts rows with a kernel: their number, and the first `most`. */
function countedRows(context: JobContext, values: Float64Array, most: Count, countRows: CountRows): { count: Count; places: Count[] } {
  const { kernels, arena } = context;
  const places: Count[] = [];
  let count = 0;
  inPairs(context, values, (address, from, to, start) => {
    const rows = arena.takeBytes(most * 4);
    const after = countRows(address, from, to, rows, count);
    const found = new Int32Array(kernels.memory.buffer, rows, most);
    for (let index = count; index < Math.min(after, most); index++) places.push(start + found[index]);
    count = after;
  });
  return { count, places };
}

/** Steps of more than 40% of values above zero. */
export function findJumps(context: JobContext, values: Float64Array, most: Count): { count: Count; places: Count[] } {
  const { kernels, arena } = context;
  return countedRows(context, values, most, (address, from, to, rows, found) =>
    kernels.countJumps(arena.block(countJumpsBlock, { values: address, share: JUMP, rows, most }), from, to, found),
  );
}

/** Zeros, negatives and jumps of the primary column; `lines` gives the line of the text for each value. */
export function scanValues(context: JobContext, values: Float64Array, lines: LineNumbers): Pick<QualityReport, "zeroOrNegative" | "jumps"> {
  const { kernels } = context;
  const low = countedRows(context, values, FIRST, (address, from, to, rows, found) =>
    kernels.countNonPositive(address, from, to, rows, FIRST, found),
  );
  const jumps = low.count === 0 ? findJumps(context, values, FIRST) : { count: 0, places: [] };
  const listed = ({ count, places }: typeof low) => ({ count, rows: places.map((row) => lines.at(row)) });
  return { zeroOrNegative: listed(low), jumps: listed(jumps) };
}

/** Runs of equal values; undefined if there are none. */
function unchangedRuns(context: JobContext, values: Float64Array, lines: LineNumbers): Unusual["unchanged"] {
  const found = { count: 0, rows: [] as Count[], longest: 0 };
  let end: Count = 0;
  const measure = (row: Count) => {
    let begin = row - 1;
    while (begin > 0 && values[begin - 1] === values[begin]) begin--;
    for (end = row + 1; end < values.length && values[end] === values[end - 1]; end++) if (end % CHUNK === 0) context.checkpoint();
    if (end - begin < MIN_UNCHANGED) return;
    if (found.count++ < FIRST) found.rows.push(lines.at(begin));
    found.longest = Math.max(found.longest, end - begin);
  };
  inChunks(context, values.length, CHUNK, (from, to) => {
    // Every run long enough to be reported contains such a position whose value equals the preceding one.
    const step = MIN_UNCHANGED - 1;
    for (let row = Math.max(step, from + ((step - (from % step)) % step)); row < to; row += step)
      if (values[row] === values[row - 1] && row >= end) measure(row);
  });
  return found.count > 0 ? found : undefined;
}

/** Weekend rows of daily times, if these are rare; undefined if there are none. */
function weekendRows(times: Float64Array, lines: LineNumbers): Unusual["weekend"] {
  if (!isDaily(usualStep(times))) return undefined;
  const rows: Count[] = [];
  let count = 0;
  for (let row = 0; row < times.length; row++) {
    if (isWeekend(times[row]) && count++ < FIRST) rows.push(lines.at(row));
  }
  return count > 0 && count < MAX_WEEKEND * times.length ? { count, rows } : undefined;
}

/** Rows dated `latest` or later; undefined if there are none. */
function futureRows(times: Float64Array, lines: LineNumbers, latest: Millis): Unusual["future"] {
  const first = lowerBound(times, latest);
  const count = times.length - first;
  return count > 0 ? { count, rows: Array.from({ length: Math.min(FIRST, count) }, (_, place) => lines.at(first + place)) } : undefined;
}

/** Possible errors in ascending times and the primary column, although they can be read. */
export function scanUnusual(
  context: JobContext,
  { times, values }: { times: Float64Array | null; values: Float64Array },
  lines: LineNumbers,
  now: Millis = Date.now(),
): Pick<QualityReport, "unusual"> {
  const unchanged = unchangedRuns(context, values, lines);
  const weekend = times ? weekendRows(times, lines) : undefined;
  const future = times ? futureRows(times, lines, now + DAY) : undefined;
  return { unusual: unchanged || weekend || future ? { unchanged, weekend, future } : undefined };
}
