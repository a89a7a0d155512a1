import { type Count, type Fraction, type Outcome, succeed } from "../contract";
import type { RiskKernels } from "../performance";
import type { JobContext } from "../runtime/job";
import { beforeGap, inParallelSoFar } from "../runtime/parallel";
import { type FigureQuestion, figureSet } from "./figure-question";
import { bcaInterval, percentileInterval } from "./intervals";
import type { resampleReturns } from "./parts/resample-returns";
import { figuresOfSample, layOut, leaveOut, type ResamplePlan } from "./resample";

/** A figure with its bootstrap interval. */
export interface Estimate {
  /** Null if it is undefined for these returns; `reason` says why. */
  value: number | null;
  lower: number | null;
  upper: number | null;
  interval: "bca" | "percentile" | null;
  reason: string | null;
}

export type Estimates<Name extends string> = Record<Name, Estimate>;

export interface Estimated<Name extends string> {
  estimates: Estimates<Name>;
  /** Number of replicates of the intervals: fewer than planned if the user canceled. */
  drawn: Count;
}

/** Maximum number of values drawn for all replicates together; longer samples get fewer replicates. */
const DRAW_BUDGET = 100_000_000;
const MIN_REPLICATES: Count = 50;
/** Minimum draws per part, so that idle workers can take a share. */
const PART_DRAWS = 500_000;
const MAX_PARTS = 16;
/** Minimum number of returns for intervals. */
export const MIN_FOR_INTERVALS: Count = 10;

/** Path-dependent figures: their replicates are biased, since shuffled blocks make another path. */
const OF_THE_PATH = new Set(["maxDrawdown", "calmar", "ulcer"]);

/** Replicates to draw of n values if `asked` are requested. */
export const replicatesFor = (n: Count, asked: Count): Count => Math.min(asked, Math.max(MIN_REPLICATES, Math.floor(DRAW_BUDGET / n)));

/**
 * All figures of a question with bootstrap intervals, resampled in parallel on idle workers. Path-dependent figures (drawdowns) have a
 * percentile interval, all others the bias-corrected and accelerated one if it is defined.
 * @source Politis and Romano 1994; Efron 1987
 * @param returns the simple returns; uses the arena, so no scope may be open
 * @param onDrawn receives the replicates of each defined figure
 */
export async function estimates<Name extends string>(
  context: JobContext,
  risk: RiskKernels,
  returns: Float64Array,
  question: FigureQuestion,
  plan: ResamplePlan | null,
  level: Fraction,
  reasonOf: (name: Name) => string,
  label: string,
  onDrawn?: (name: Name, replicates: Float64Array) => void,
): Promise<Outcome<Estimated<Name>>> {
  const { arena } = context;
  const set = figureSet(context, risk, question);
  const { values, left } = arena.scope(() => {
    const bench = layOut(context, risk, arena.put(returns), returns.length, plan !== null && set.gathers);
    return { values: figuresOfSample(context, risk, bench, set), left: plan ? leaveOut(context, risk, bench, set) : [] };
  });
  const columns = plan ? await replicatesInParts(context, returns, question, plan, label) : succeed([]);
  if (!columns.ok) return columns;
  const entries = set.names.map((name, i): [string, Estimate] => {
    const value = values[i];
    const none = { lower: null, upper: null, interval: null };
    if (!Number.isFinite(value)) return [name, { value: null, ...none, reason: reasonOf(name as Name) }];
    const drawn = columns.value[i]?.filter(Number.isFinite);
    if (drawn && drawn.length > 0) onDrawn?.(name as Name, drawn);
    const interval =
      drawn && drawn.length > 0
        ? intervalOf(
            context,
            name,
            value,
            drawn,
            left.map((part) => part[i]),
            level,
          )
        : null;
    if (!interval) return [name, { value, ...none, reason: null }];
    return [name, { value, lower: interval.lower, upper: interval.upper, interval: interval.method, reason: null }];
  });
  // Has one entry per name of the set.
  return succeed({ estimates: Object.fromEntries(entries) as Estimates<Name>, drawn: columns.value[0]?.length ?? 0 });
}

function intervalOf(context: JobContext, name: string, value: number, drawn: Float64Array, left: number[], level: Fraction) {
  const accelerated = OF_THE_PATH.has(name) || !left.every(Number.isFinite) ? null : bcaInterval(context, value, drawn, left, level);
  return accelerated ?? percentileInterval(context, drawn, level);
}

/** A column of replicates per figure; if the user canceled, only from the parts before the first unfinished one. */
async function replicatesInParts(
  context: JobContext,
  returns: Float64Array,
  question: FigureQuestion,
  plan: ResamplePlan,
  label: string,
): Promise<Outcome<Float64Array[]>> {
  const parts = Math.max(1, Math.min(MAX_PARTS, Math.floor((returns.length * plan.replicates) / PART_DRAWS)));
  const inputs = Array.from({ length: parts }, (_, part) => {
    const replicates = Math.floor(((part + 1) * plan.replicates) / parts) - Math.floor((part * plan.replicates) / parts);
    return { returns, question, plan: { ...plan, replicates }, part };
  });
  const outcome = await inParallelSoFar<typeof resampleReturns>(context, "resample-returns", inputs, label);
  if (!outcome.ok) return outcome;
  const finished = beforeGap(outcome.value);
  const [first] = finished;
  if (!first) return succeed([]);
  const drawn = finished.reduce((sum, [column]) => sum + column.length, 0);
  // Too few replicates for an interval if canceled this early.
  if (finished.length < parts && drawn < MIN_REPLICATES) return succeed([]);
  return succeed(
    first.map((_, figure) => {
      const whole = new Float64Array(drawn);
      let at = 0;
      for (const part of finished) {
        whole.set(part[figure], at);
        at += part[figure].length;
      }
      return whole;
    }),
  );
}
