import { blockMomentsBlock } from "../../assembly/build/risk-layouts.js";
import type { Count, Fraction, Range } from "../contract";
import { isoMonth } from "../iso-dates";
import { wilsonInterval } from "../numerics/wilson";
import { type Performance, performanceOfReturns, type RiskKernels } from "../performance";
import { blockLengths, shapeAt, wealthOf } from "../risk";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { monthAt } from "./schema";
import type { Window } from "./splits";
import { bestOver, rangeSharpe, type Strategies, spliced } from "./strategies";

/** Blocks drawn per call: about a millisecond, or two before the engine has optimized the kernel. */
const BLOCKS_PER_CALL = 25_000;

interface WindowResult {
  /** Month of the window's last row, such as 2024-03; without dates its number, counted from 1. */
  month: string;
  /** Mean annual return before and after the choice, as fractions. */
  inSample: Fraction;
  outOfSample: Fraction;
  /** The configuration chosen in sample. */
  strategy: Count;
  windows: Window;
}

export interface WalkForward {
  returns: WindowResult[];
  metrics: {
    /** Mean annual return out of sample relative to that in sample, from 0 to 1; null if the latter is not above 0. */
    robustness: Fraction | null;
    /** Share of windows with a gain out of sample. */
    consistency: Fraction;
    /** 1 - p of the mean return out of sample being above 0; null if the returns do not vary. */
    significance: Fraction | null;
  };
  /** 95% interval of the consistency; windows that overlap count as one. */
  consistencyInterval: [Fraction, Fraction];
  independentWindows: Count;
  pValue: Fraction | null;
  /** Returns of the latest choice on each row out of sample, and the rows of each choice. */
  outOfSample: Float64Array;
  parts: (Range & { strategy: Count })[];
  /** Wealth from these returns, starting from 1: one value more than returns. */
  equity: Float64Array;
  performance: Pick<Performance, "totalReturn" | "sharpe" | "maxDrawdown">;
}

interface WalkForwardOptions {
  perYear: Count;
  riskFree: Fraction;
  /** Times of the returns; null if they have none: months are then counted by the steps per year from the first row. */
  times: Float64Array | null;
  /** Row to which the first return belongs. */
  firstReturn: Count;
  iterations: Count;
  seed: number;
}

/**
 * Selects the best configuration in each window and evaluates it on the rows that follow.
 *
 * @term Walk-forward analysis
 * @formula robustness = mean(out-of-sample yearly return) / mean(in-sample), clipped to 0..1; consistency = share of windows above 0 with Wilson's interval;
 *   significance = 1 - p, p = (1 + #{mean* - mean >= mean}) / (B + 1) over stationary resamples of the joined out-of-sample returns
 * @source Pardo 2008; Wilson 1927; Politis and Romano 1994
 * @tolerance plain twin, 1e-12
 */
export function walkForward(
  context: JobContext,
  risk: RiskKernels,
  all: Strategies,
  windows: Window[],
  { perYear, riskFree, times, firstReturn, iterations, seed }: WalkForwardOptions,
): WalkForward {
  const returns = windows.map((window, i): WindowResult => {
    context.checkpoint();
    if (i % 32 === 0) context.progress(0.1 + (0.1 * i) / windows.length, `Walk-forward, window ${i + 1} of ${windows.length}`);
    const strategy = bestOver(context, all, [window.inSample]);
    const mean = (range: Range) => rangeSharpe(context, all, strategy, [range]).mean * perYear;
    const last = window.outOfSample.to - 1;
    return {
      month: times ? isoMonth(times[last]) : `${Math.floor(monthAt(firstReturn + last, perYear))}`,
      inSample: mean(window.inSample),
      outOfSample: mean(window.outOfSample),
      strategy,
      windows: window,
    };
  });
  const average = (pick: (result: WindowResult) => number) => returns.reduce((sum, result) => sum + pick(result), 0) / returns.length;
  const before = average(({ inSample }) => inSample);
  const after = average(({ outOfSample }) => outOfSample);
  const consistency = average((result) => (result.outOfSample > 0 ? 1 : 0));
  const parts = newestChoices(returns);
  const rows = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const { from, to } = windows[0].outOfSample;
  const independentWindows = Math.max(1, Math.min(returns.length, Math.floor(rows / (to - from))));
  const outOfSample = spliced(context, all, parts);
  const pValue = meanAboveZero(context, risk, outOfSample, iterations, seed);
  const joined = context.arena.scope(() => {
    const address = context.arena.put(outOfSample);
    const { totalReturn, sharpe, maxDrawdown } = performanceOfReturns(context, risk, address, rows, { perYear, riskFree });
    return { equity: wealthOf(context, risk, address, rows), performance: { totalReturn, sharpe, maxDrawdown } };
  });
  return {
    returns,
    metrics: {
      robustness: before > 0 ? Math.min(Math.max(after / before, 0), 1) : null,
      consistency,
      significance: pValue === null ? null : 1 - pValue,
    },
    consistencyInterval: wilsonInterval(consistency, independentWindows),
    independentWindows,
    pValue,
    outOfSample,
    parts,
    ...joined,
  };
}

/** Each out-of-sample row once, traded by the latest selection made before it. */
function newestChoices(returns: WindowResult[]): WalkForward["parts"] {
  return returns.map(({ strategy, windows: { outOfSample } }, i) => {
    const next = returns[i + 1]?.windows.outOfSample.from ?? outOfSample.to;
    return { strategy, from: outOfSample.from, to: Math.min(outOfSample.to, next) };
  });
}

/** p-value of the mean return under the null of zero, from stationary resamples; null if the returns do not vary. */
export function meanAboveZero(
  context: JobContext,
  risk: RiskKernels,
  returns: Float64Array,
  iterations: Count,
  seed: number,
): Fraction | null {
  const { arena } = context;
  const n = returns.length;
  return arena.scope(() => {
    const address = arena.put(returns);
    const { mean, deviation } = shapeAt(context, risk, address, n);
    if (!(deviation > 0)) return null;
    const block = blockLengths(context, risk, address, n, mean).stationary;
    const [sums, squares, out] = [arena.take(n + 1), arena.take(n + 1), arena.take(2 * iterations)];
    const stream = arena.takeBytes(32);
    risk.rngSeed(stream, seed);
    inChunks(context, n, CHUNK, (from, to) => risk.runningSums(address, mean, from, to, sums, squares));
    const state = arena.put(new Float64Array(3));
    const resampling = arena.block(blockMomentsBlock, {
      stream,
      kind: 1,
      blockLength: block,
      n,
      sums,
      squares,
      most: BLOCKS_PER_CALL,
      state,
      out,
    });
    for (let done = 0; done < iterations; ) {
      context.checkpoint();
      context.progress(0.2 + (0.1 * done) / iterations, "Walk-forward, significance");
      done = risk.blockMoments(resampling, done, iterations);
    }
    const drawn = arena.view(out, 2 * iterations);
    let above = 1;
    for (let r = 0; r < iterations; r++) if (drawn[2 * r] >= mean) above++;
    return above / (iterations + 1);
  });
}
