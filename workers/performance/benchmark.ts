import { lastKnownBlock } from "../../assembly/build/portfolio-layouts.js";
import { type Count, fail, type Outcome, succeed } from "../contract";
import { isoDay } from "../iso-dates";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import * as messages from "./messages";

/** Prices a strategy is compared with, with their own dates. */
export interface Benchmark {
  times: Float64Array | null;
  values: Float64Array;
}

/** The latest known price at each row, in the arena; address 0 if the rows have no dates. */
export function matchBenchmark(
  context: JobContext,
  kernels: PortfolioKernels,
  { times: own, values }: Benchmark,
  wanted: Float64Array | null,
  { first, n }: { first: Count; n: Count },
): Outcome<{ address: number; notes: string[] }> {
  const { arena } = context;
  if (!wanted) return succeed({ address: 0, notes: [messages.benchmarkUndated] });
  const length = values.length;
  if (!own || own.length !== length || length === 0) return fail("bad-input", "performance/benchmarkDates");
  if (own[0] > wanted[n - 1] || own[length - 1] < wanted[first]) return fail("bad-input", "performance/benchmarkApart");
  const out = arena.take(n);
  const { descents, ties } = arena.scope(() => {
    const [moments, prices, rows] = [arena.put(own), arena.put(values), arena.put(wanted.subarray(0, n))];
    const met = { descents: 0, ties: 0 };
    inChunks(context, length, CHUNK, (from, to) => {
      met.descents += context.kernels.countDescents(moments, from, to);
      met.ties += context.kernels.countTies(moments, from, to);
    });
    if (met.descents + met.ties > 0) return met;
    let place = 0;
    const block = arena.block(lastKnownBlock, { times: moments, values: prices, length, wanted: rows, out });
    inChunks(context, n, CHUNK, (from, to) => {
      place = kernels.lastKnown(block, from, to, place);
    });
    return met;
  });
  if (descents > 0) return fail("bad-input", "performance/benchmarkDates");
  if (ties > 0) return fail("bad-input", "performance/benchmarkRepeats", { count: ties });
  const notes: string[] = [];
  if (own[0] > wanted[first]) notes.push(messages.benchmarkLate({ day: isoDay(own[0]) }));
  if (own[length - 1] < wanted[n - 1]) notes.push(messages.benchmarkEarly({ day: isoDay(own[length - 1]) }));
  return succeed({ address: out, notes });
}
