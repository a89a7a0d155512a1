import type { Count, Fraction } from "../contract";
import type { JobContext } from "../runtime/job";
import type { WalkForward } from "./walk-forward";

/** The windows as columns, so that a long list of them can be transferred to the page. */
export interface WalkForwardColumns extends Omit<WalkForward, "returns" | "outOfSample" | "parts"> {
  /** Rows of the returns: in sample [from, split), out of sample [split, to). */
  from: Float64Array;
  split: Float64Array;
  to: Float64Array;
  /** Time of the last row of each; null without dates. */
  times: Float64Array | null;
  /** Without dates: position of each window's last row in months, counted from 1 by the steps per year, with fractions. */
  months: Float64Array | null;
  /** Mean annual return, in percent. */
  inSample: Float64Array;
  outOfSample: Float64Array;
  /** Index of the candidate chosen in sample. */
  choice: Float64Array;
  /** Times of the equity; null without dates. */
  equityTimes: Float64Array | null;
  /** The specification's list: means of the windows that end in a month; counted from 1 if rows have no dates. The latest `MAX_MONTHS`. */
  returns: { month: string; inSample: Fraction; outOfSample: Fraction }[];
}

const MAX_MONTHS: Count = 1200;

/** @param monthOf position of a row in months, for rows without dates */
export function walkForwardColumns(
  context: JobContext,
  { returns, outOfSample: _, parts, ...rest }: WalkForward,
  times: Float64Array | null,
  monthOf: (row: Count) => number,
): WalkForwardColumns {
  const column = (pick: (result: WalkForward["returns"][number]) => number) => {
    const out = context.column(returns.length);
    for (const [i, result] of returns.entries()) out[i] = pick(result);
    return out;
  };
  return {
    ...rest,
    from: column(({ windows }) => windows.inSample.from),
    split: column(({ windows }) => windows.outOfSample.from),
    to: column(({ windows }) => windows.outOfSample.to),
    times: times && column(({ windows }) => times[windows.outOfSample.to - 1]),
    months: times ? null : column(({ windows }) => monthOf(windows.outOfSample.to - 1)),
    inSample: column(({ inSample }) => 100 * inSample),
    outOfSample: column(({ outOfSample }) => 100 * outOfSample),
    choice: column(({ strategy }) => strategy),
    equityTimes: times && timesOf(context, parts, times, rest.equity.length),
    returns: monthsOf(returns),
  };
}

/** Times of the row before the first part, and of every row of the parts. */
function timesOf(context: JobContext, parts: WalkForward["parts"], times: Float64Array, length: Count): Float64Array {
  const out = context.column(length);
  out[0] = times[parts[0].from - 1];
  let at = 1;
  for (const { from, to } of parts) {
    out.set(times.subarray(from, to), at);
    at += to - from;
  }
  return out;
}

/** Means of the windows that end in the same month. */
function monthsOf(returns: WalkForward["returns"]): WalkForwardColumns["returns"] {
  const months: (WalkForwardColumns["returns"][number] & { count: Count })[] = [];
  for (const { month, inSample, outOfSample } of returns) {
    const last = months.at(-1);
    if (last?.month === month) {
      last.count++;
      last.inSample += (inSample - last.inSample) / last.count;
      last.outOfSample += (outOfSample - last.outOfSample) / last.count;
    } else months.push({ month, inSample, outOfSample, count: 1 });
  }
  return months.slice(-MAX_MONTHS).map(({ count: _, ...month }) => month);
}
