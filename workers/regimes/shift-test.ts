import type { Count, Fraction } from "../contract";
import { quantilesInPlace } from "../numerics/quantiles";
import { transform } from "../numerics/spectrum";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";

/** Whether a rule was in the market at the right times, or merely in it. */
export interface ShiftTest {
  /** Annualized Sharpe ratio over cash, before costs: of the rule, and of the rule at all other circular shifts of its positions. */
  sharpe: number;
  /** Share of all shifts, including zero, with a ratio of at least the rule's. */
  p: Fraction;
  shifts: Count;
  /** 5, 50 and 95% quantiles over the shifts. */
  quantiles: [number, number, number];
  /** Midpoints of the bins, and number of shifts in each. */
  middles: Float64Array;
  counts: Float64Array;
}

const BINS = 40;
/** Ratios this close count as equal: Fourier transforms round. */
const TIE = 1e-9;

interface ShiftPlan {
  /** Addresses of n positions (0 or 1) and n simple returns, each in memory for `shiftRoom(n)` values, which the test overwrites. */
  positions: number;
  returns: number;
  n: Count;
  /** Risk-free rate of one step. */
  cash: number;
  perYear: Count;
}

/** Capacity in values required for positions and for returns: a column, or its spectrum. */
export const shiftRoom = (n: Count): Count => 2 * ((n >> 1) + 1);

/**
 * Circular-shift test of market timing: the positions are shifted along the series by every number of steps, wrapping at the end. This
 * preserves time in the market and holding periods and randomizes only the timing. All shifts are computed, by Fourier transforms.
 * @term Circular-shift test of market timing
 * @formula p = (1 + number of shifts 1..n-1 with a Sharpe ratio of at least the rule's) / n; Sharpe of w[t-s] (r[t] - cash), from the circular cross-correlations of w with r - cash and its square
 * @source circular-shift randomization, with wrapping as in Politis and Romano (1992); the ratio: Sharpe (1994)
 * @tolerance ratio of every shift within 1e-9 of a plain loop; same p
 */
export function shiftTest(
  context: JobContext,
  regimes: KernelsOf<"regimes">,
  chaos: KernelsOf<"chaos">,
  { positions, returns, n, cash, perYear }: ShiftPlan,
): ShiftTest {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const frequencies = (n >> 1) + 1;
    const plan = arena.takeBytes(chaos.fftBytes(n, 1));
    const sums = arena.take(shiftRoom(n));
    const [held, squares] = [positions, returns];
    chaos.fftPlan(plan, n, 1);
    inChunks(context, n, CHUNK, (from, to) => {
      kernels.centerColumn(returns, sums, from, to, cash);
      kernels.squareColumn(sums, squares, from, to);
    });
    transform(context, chaos, plan, positions, held, 0);
    for (const column of [sums, squares]) {
      transform(context, chaos, plan, column, column, 0);
      inChunks(context, frequencies, CHUNK, (from, to) => regimes.crossSpectrum(held, column, from, to));
      transform(context, chaos, plan, column, column, 1);
    }
    inChunks(context, n, CHUNK, (from, to) => regimes.shiftScores(sums, squares, n, from, to, sums));
    const own = arena.read(sums);
    let reached = 0;
    inChunks(context, n, CHUNK, (from, to) => {
      reached += regimes.countAtLeast(sums, from, to, own - TIE * Math.max(Math.abs(own), TIE));
    });
    const year = Math.sqrt(perYear);
    const { middles, counts } = countsOf(context, regimes, sums, n);
    const [low, middle, high] = quantilesInPlace(context, sums, n, [0.05, 0.5, 0.95]);
    return {
      sharpe: own * year,
      p: reached / n,
      shifts: n - 1,
      quantiles: [low * year, middle * year, high * year],
      middles: middles.map((value) => value * year),
      counts,
    };
  });
}

/** Counts in equal bins over the range of the scores. */
function countsOf(context: JobContext, regimes: KernelsOf<"regimes">, scores: number, n: Count) {
  const { arena } = context;
  return arena.scope(() => {
    const ends = arena.put(new Float64Array(7));
    inChunks(context, n, 512 * 128, (from, to) => context.kernels.describe(scores, from, to, ends));
    const [least, most] = arena.view(ends, 7).slice(5);
    const width = (most - least) / BINS;
    const edges = arena.put(Float64Array.from({ length: BINS - 1 }, (_, i) => least + (i + 1) * width));
    const counts = arena.put(new Float64Array(BINS));
    inChunks(context, n, CHUNK, (from, to) => regimes.countBins(scores, from, to, edges, BINS - 1, counts));
    return {
      middles: Float64Array.from({ length: BINS }, (_, i) => least + (i + 0.5) * width),
      counts: arena.view(counts, BINS).slice(),
    };
  });
}
