import { type Count, DAY, fail, failBecause, type Outcome, succeed } from "../../contract";
import { describeAt } from "../../numerics/describe";
import { inChunks, type JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { measureSchema } from "../schema";

export interface MeasureSpanInput {
  closes: Float64Array;
  /** Milliseconds since 1970, one per close; null if rows have no date. */
  times: Float64Array | null;
  /** The two rows, in either order. */
  from: Count;
  to: Count;
  periodsPerYear?: number;
}

export interface MeasureSpanOutput {
  /** The earlier row and the later one. */
  from: Count;
  to: Count;
  /** Number of steps between them. */
  bars: Count;
  /** Calendar days between them; null without dates. */
  days: number | null;
  /** The closes at both rows, and their difference. */
  first: number;
  last: number;
  change: number;
  /** Simple return; null if the first close is not above zero. */
  ratio: number | null;
  highest: number | null;
  lowest: number | null;
  /**
   * Sample standard deviation of the log returns times the root of the steps per year; null for fewer than two, or if a price is missing or
   * not above zero.
   */
  volatility: number | null;
  /** Maximum drawdown within the span, at most 0; null if no high is above zero. */
  drawdown: number | null;
  periodsPerYear: number;
}

const CHUNK = 1 << 17;
const DRAWDOWN_STATE = 5;
/** Slot of the maximum drawdown in the kernel's state. */
const DEEPEST = 2;

/** A figure that is a number; null for any other. */
const known = (value: number | null, transform: (value: number) => number = (same) => same): number | null =>
  value !== null && Number.isFinite(transform(value)) ? transform(value) : null;

/** Change of a price between two of its rows, inclusive. */
export function measureSpan(input: MeasureSpanInput, context: JobContext): Outcome<MeasureSpanOutput> {
  const asked = readSettings(measureSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { closes, times } = input;
  const { periodsPerYear } = asked.settings;
  const [from, to] = [Math.min(input.from, input.to), Math.max(input.from, input.to)];
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to < closes.length)) {
    return fail("bad-input", "indicators/rows", { length: closes.length });
  }
  const { arena, kernels } = context;
  const n = to - from + 1;
  const [first, last] = [closes[from], closes[to]];
  const within = arena.scope(() => {
    const prices = arena.put(closes.subarray(from, to + 1));
    const [scratch, state] = [arena.take(n), arena.take(DRAWDOWN_STATE)];
    inChunks(context, n, CHUNK, (a, b) => kernels.drawdown(prices, a, b, scratch, state));
    const deepest = arena.view(state, DRAWDOWN_STATE)[DEEPEST];
    const { minimum, maximum } = describeAt(context, prices, 0, n);
    inChunks(context, n, CHUNK, (a, b) => kernels.logReturns(prices, a, b, scratch));
    const { deviation } = minimum !== null && minimum > 0 ? describeAt(context, scratch, 1, n) : { deviation: null };
    return { deepest, minimum, maximum, deviation };
  });
  return succeed({
    from,
    to,
    bars: n - 1,
    days: times ? (times[to] - times[from]) / DAY : null,
    first,
    last,
    change: last - first,
    ratio: first > 0 ? known(last / first - 1) : null,
    highest: known(within.maximum),
    lowest: known(within.minimum),
    volatility: known(within.deviation, (deviation) => deviation * Math.sqrt(periodsPerYear)),
    drawdown: within.maximum !== null && within.maximum > 0 ? known(within.deepest) : null,
    periodsPerYear,
  });
}
