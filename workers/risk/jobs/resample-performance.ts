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
  /** Account or portfolio values, above 0. */
  values: Float64Array;
  times?: Float64Array | null;
  /** The capital, if the first value already includes a return. */
  before?: number;
  /** Number of trades, and of winning ones. */
  trades?: { count: Count; won: Count };
}

export interface PerformanceIntervals {
  settings: ResampleSettings;
  metrics: Estimates<PerformanceName>;
  /** Share of winning trades, with the Wilson interval; null without trades. */
  winRate: Omit<Estimate, "interval"> | null;
  /** Null without resampling. */
  bootstrap: { blocks: BlockLengths; replicates: Count } | null;
  /** Present if the user canceled the resampling. */
  canceledAfter?: CanceledAfter;
}

/** The performance of an account with given values, with an interval for each figure. */
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
    // Reuses the memory of the wealth, which is no longer needed.
    const blocks = blocksAt(context, risk, returns, shape, settings, wealth);
    return succeed({ returns: columnOf(context, returns, n), shape, blocks });
  });
}
