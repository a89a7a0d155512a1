import { type Count, failBecause, type Outcome, succeed } from "../../contract";
import { wilsonInterval } from "../../numerics/wilson";
import { type RiskKernels, yearsOf } from "../../performance";
import { columnOf, type JobContext } from "../../runtime/job";
import { type CanceledAfter, cutAt } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import type { BlockLengths } from "../block-length";
import { type Estimate, type Estimates, MIN_FOR_INTERVALS } from "../estimates";
import { blocksAt, type PerformanceName, performanceEstimates, planOf } from "../performance-intervals";
import { returnsAt } from "../portfolio-returns";
import { type ResampleSettings, resampleSchema } from "../schema";
import { shapeAt } from "../shape-at";

export interface ResampleInput extends Partial<ResampleSettings> {
  /** Of an account or a portfolio, above 0, with their dates if there are any. */
  values: Float64Array;
  times?: Float64Array | null;
  /** The capital, where the first value is already a return on it. */
  before?: number;
  /** Trades, and how many of them won. */
  trades?: { count: Count; won: Count };
}

export interface PerformanceIntervals {
  settings: ResampleSettings;
  metrics: Estimates<PerformanceName>;
  /** Share of the trades that won, with Wilson's interval; null where there are none. */
  winRate: Omit<Estimate, "interval"> | null;
  /** Null where no resamples are drawn. */
  bootstrap: { blocks: BlockLengths; replicates: Count } | null;
  /** There where the user canceled among the resamples. */
  canceledAfter?: CanceledAfter;
}

/** The performance of an account whose values are known, each figure with its interval. */
export async function resamplePerformance(input: ResampleInput, context: JobContext): Promise<Outcome<PerformanceIntervals>> {
  const { values, times = null, before, trades, ...given } = input;
  const asked = readSettings(resampleSchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { settings } = asked;
  const risk = await context.load("risk");
  const read = readReturns(context, risk, input, settings);
  if (!read.ok) return read;
  const { returns, shape, blocks } = read.value;
  const { perYear, riskFree, level, iterations } = settings;
  const intervals = iterations > 0 && shape.n >= MIN_FOR_INTERVALS && shape.deviation > 0;
  const plan = intervals ? planOf(settings, shape.n, blocks) : null;
  const basis = { perYear, riskFree, pivot: shape.mean, years: yearsOf(times, 0, values.length) };
  const found = await performanceEstimates(context, risk, returns, basis, plan, level, "Resampling returns");
  if (!found.ok) return found;
  const { estimates: metrics, drawn } = found.value;
  return succeed({
    settings,
    metrics,
    winRate: trades && trades.count > 0 ? shareOf(trades) : null,
    bootstrap: plan && { blocks, replicates: drawn },
    ...cutAt(drawn, plan?.replicates ?? 0),
  });
}

function shareOf({ count, won }: { count: Count; won: Count }): PerformanceIntervals["winRate"] {
  const value = won / count;
  const [lower, upper] = wilsonInterval(value, count);
  return { value, lower, upper, reason: null };
}

function readReturns(
  context: JobContext,
  risk: RiskKernels,
  { values, before }: Pick<ResampleInput, "values" | "before">,
  settings: ResampleSettings,
) {
  const { arena } = context;
  return arena.scope(() => {
    const ahead = before === undefined ? [] : [before];
    const rows = ahead.length + values.length;
    const address = arena.take(Math.max(1, rows));
    arena.view(address, rows).set(ahead);
    arena.view(address, rows).set(values, ahead.length);
    const found = returnsAt(context, risk, address, rows, "values");
    if (!found.ok) return found;
    const { returns, n, wealth } = found.value;
    const shape = shapeAt(context, risk, returns, n);
    // In the room of the values, which nothing reads from here on.
    const blocks = blocksAt(context, risk, returns, shape, settings, wealth);
    return succeed({ returns: columnOf(context, returns, n), shape, blocks });
  });
}
