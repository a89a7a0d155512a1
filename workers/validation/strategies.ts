import { type Count, type Fraction, type Range, VALUE_BYTES } from "../contract";
import type { Convention } from "../performance";
import { performanceOfReturns, type RiskKernels, type Shape } from "../performance";
import { shapeAt } from "../risk";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";

/** The returns of all configurations in the arena, with running sums, so that the Sharpe ratio of any range takes two subtractions. */
export interface Strategies {
  names: string[];
  n: Count;
  /** Address of the first column; columns are `stride` bytes apart. */
  columns: number;
  stride: number;
  shapes: Shape[];
  /** Risk-free return per period. */
  target: number;
  /** One per configuration: running sums of deviations from its mean, n + 1 values each. */
  sums: number[];
  squares: number[];
}

/** Copies the columns and computes running sums. Allocates arena memory: call it in a scope. */
export function layOutStrategies(
  context: JobContext,
  risk: RiskKernels,
  names: string[],
  returns: Float64Array[],
  target: number,
): Strategies {
  const { arena } = context;
  const n = returns[0].length;
  const columns = arena.take(n * returns.length);
  const stride = n * VALUE_BYTES;
  const all: Strategies = { names, n, columns, stride, shapes: [], target, sums: [], squares: [] };
  for (const [k, column] of returns.entries()) {
    const address = columns + k * stride;
    arena.view(address, n).set(column);
    const shape = shapeAt(context, risk, address, n);
    const [sums, squares] = [arena.take(n + 1), arena.take(n + 1)];
    inChunks(context, n, CHUNK, (from, to) => risk.runningSums(address, shape.mean, from, to, sums, squares));
    all.shapes.push(shape);
    all.sums.push(sums);
    all.squares.push(squares);
  }
  return all;
}

/**
 * Mean relative to the standard deviation of all returns below which it is the rounding error of running sums: for a range without a trade
 * it is 0.
 */
const ROUNDING = 1e-13;

/** Mean return and Sharpe ratio per period over some ranges; 0 if the configuration does not vary there. */
export function rangeSharpe(context: JobContext, all: Strategies, k: number, ranges: Range[]): { mean: number; sharpe: number } {
  const { arena } = context;
  const at = (column: number, row: Count) => arena.read(column + row * VALUE_BYTES);
  let [count, sum, square] = [0, 0, 0];
  for (const { from, to } of ranges) {
    count += to - from;
    sum += at(all.sums[k], to) - at(all.sums[k], from);
    square += at(all.squares[k], to) - at(all.squares[k], from);
  }
  if (count === 0) return { mean: 0, sharpe: 0 };
  const e = sum / count;
  const sampled = all.shapes[k].mean + e;
  const mean = Math.abs(sampled) > ROUNDING * all.shapes[k].deviation ? sampled : 0;
  const variance = count > 1 ? (square - e * sum) / (count - 1) : 0;
  const varies = variance > 1e-14 * all.shapes[k].deviation * all.shapes[k].deviation;
  return { mean, sharpe: varies ? (mean - all.target) / Math.sqrt(variance) : 0 };
}

/** Tolerance for equal Sharpe ratios: the same rows have different running sums if the rest of the sample differs. */
const EQUAL = 1e-12;

/** Index of the configuration with the highest Sharpe ratio over some ranges; the first of equal ones. */
export function bestOver(context: JobContext, all: Strategies, ranges: Range[]): Count {
  let best = 0;
  let { sharpe: highest } = rangeSharpe(context, all, 0, ranges);
  for (let k = 1; k < all.names.length; k++) {
    const { sharpe } = rangeSharpe(context, all, k, ranges);
    if (sharpe > highest + EQUAL) [best, highest] = [k, sharpe];
  }
  return best;
}

/** Performance of one configuration over a range of returns. */
interface RangeResult {
  /** Annualized; null if the returns do not vary. */
  sharpe: number | null;
  totalReturn: Fraction;
  /** At most 0. */
  drawdown: Fraction;
}

/** Result of one configuration over one range. */
export function rangeResult(
  context: JobContext,
  risk: RiskKernels,
  all: Strategies,
  k: number,
  { from, to }: Range,
  convention: Convention,
): RangeResult {
  const start = all.columns + k * all.stride + from * VALUE_BYTES;
  const pivot = all.shapes[k].mean;
  const found = performanceOfReturns(context, risk, start, to - from, { ...convention, pivot });
  return { sharpe: found.sharpe, totalReturn: found.totalReturn, drawdown: found.maxDrawdown };
}

/** Concatenates the rows of some ranges, each of a given configuration. */
export function spliced(context: JobContext, all: Strategies, parts: (Range & { strategy: Count })[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, { from, to }) => sum + to - from, 0));
  let at = 0;
  for (const { strategy, from, to } of parts) {
    out.set(context.arena.view(all.columns + strategy * all.stride + from * VALUE_BYTES, to - from), at);
    at += to - from;
  }
  return out;
}
