import { orderScatterBlock } from "../../assembly/build/ingest-layouts.js";
import { performanceBlock, resampleIndicesBlock } from "../../assembly/build/risk-layouts.js";
import type { Count, Fraction } from "../contract";
import { type Basis, PERFORMANCE_FIGURES, performanceOf, type RiskKernels, SUMS, shapeOf, startSums } from "../performance";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { RiskSettings } from "./schema";
import { fitStudent, type StudentFit } from "./student-fit";
import { type LossFigures, lossFigures } from "./value-at-risk";

type Scheme = RiskSettings["scheme"];
const CODES: Record<Scheme, number> = { independent: 0, stationary: 1, circular: 2 };

export interface ResamplePlan {
  scheme: Scheme;
  /** (Mean) block length; not used by "independent". */
  block: number;
  replicates: Count;
  seed: number;
}

/** The figures to compute for every resample, by name; NaN if undefined. */
export interface FigureSet {
  names: readonly string[];
  /** Fills `out` from the sums and tails of the current sample. */
  figures(sample: Sample, out: Float64Array): void;
  /** Target per period of Sortino and Omega ratio. */
  target: number;
  pivot: number;
  /** Whether its figures need the resampled values themselves, which takes memory. */
  gathers: boolean;
}

/** The current sample or resample. */
export interface Sample {
  n: Count;
  sums: Float64Array;
  /** Quantile p and the mean of the values at or below it. */
  lower(p: Fraction): [number, number];
  /** Quantile 1 - p. */
  upper(p: Fraction): number;
  /** Address of the resampled values, which are gathered on request. */
  values(): number;
}

/** Values per call of the sorting passes, whose memory access is scattered. */
const SCATTERED = 1 << 15;
/** Number of jackknife parts for the acceleration of BCa intervals. */
const PARTS = 200;
/** Maximum number of values read for all jackknife samples together. */
const LEFT_OUT_BUDGET = 20_000_000;

/** A sample of returns prepared so that each resample takes a single pass. */
interface Workbench {
  n: Count;
  returns: number;
  sorted: number;
  ranks: number;
  counts: number;
  /** Both 0 if the resampled values are not needed. */
  indices: number;
  gathered: number;
  sums: number;
  out: number;
  stream: number;
  blockState: number;
}

/** Allocates everything a resample needs in the arena, and sorts the sample. */
export function layOut(context: JobContext, risk: RiskKernels, returns: number, n: Count, gathers = false): Workbench {
  const { arena, kernels } = context;
  const [sorted, ...pair] = [arena.take(n), arena.takeBytes(4 * n), arena.takeBytes(4 * n)];
  const [ranks, counts] = arena.scope(() => {
    const digits = arena.takeBytes(4 << 16);
    let [order, target] = pair;
    inChunks(context, n, CHUNK, (from, to) => kernels.orderStart(order, from, to));
    for (let digit = 0; digit < 4; digit++) {
      arena.bytes(digits, 4 << 16).fill(0);
      inChunks(context, n, CHUNK, (from, to) => kernels.orderCount(returns, from, to, digit, digits));
      if (kernels.orderPlace(digits, n) === 1) continue;
      const [source, sink] = [order, target];
      const block = arena.block(orderScatterBlock, { times: returns, order: source, target: sink, digit, counts: digits });
      inChunks(context, n, SCATTERED, (from, to) => kernels.orderScatter(block, from, to));
      [order, target] = [target, order];
    }
    inChunks(context, n, SCATTERED, (from, to) => {
      kernels.orderGather(returns, order, sorted, from, to);
      risk.ranksOf(order, from, to, target);
    });
    // The order is no longer needed; the counts per rank reuse its memory.
    return [target, order];
  });
  return {
    n,
    returns,
    sorted,
    ranks,
    counts,
    indices: gathers ? arena.takeBytes(4 * n) : 0,
    gathered: gathers ? arena.take(n) : 0,
    sums: arena.take(SUMS),
    out: arena.take(2),
    stream: arena.takeBytes(32),
    blockState: arena.takeBytes(8),
  };
}

function sampleOn(context: JobContext, risk: RiskKernels, bench: Workbench, values: () => number): Sample & { n: Count } {
  const { arena } = context;
  return {
    n: bench.n,
    sums: new Float64Array(SUMS),
    lower(p) {
      risk.lowerTail(bench.sorted, bench.counts, bench.n, this.n, p, bench.out);
      const [quantile, mean] = arena.view(bench.out, 2);
      return [quantile, mean];
    },
    upper(p) {
      return risk.upperQuantile(bench.sorted, bench.counts, bench.n, this.n, p);
    },
    values,
  };
}

/** Figures of the sample itself, by the same code as for its resamples. */
export function figuresOfSample(context: JobContext, risk: RiskKernels, bench: Workbench, set: FigureSet): Float64Array {
  return figuresWithout(context, risk, bench, set, 0, 0);
}

/** Figures of the sample without the rows [a, b). */
function figuresWithout(context: JobContext, risk: RiskKernels, bench: Workbench, set: FigureSet, a: number, b: number): Float64Array {
  const { arena } = context;
  const { n } = bench;
  startSums(arena.view(bench.sums, SUMS));
  arena.bytes(bench.counts, 4 * n).fill(0);
  arena.scope(() => {
    const { returns, sums: out } = bench;
    const sums = arena.block(performanceBlock, { returns, indices: 0, pivot: set.pivot, target: set.target, sums: out });
    for (const [start, end] of [
      [0, a],
      [b, n],
    ]) {
      inChunks(context, end - start, CHUNK, (from, to) => {
        risk.performanceSums(sums, start + from, start + to);
        risk.countRows(bench.ranks, start + from, start + to, 1, bench.counts);
      });
    }
  });
  const sample = sampleOn(context, risk, bench, () => {
    if (a === b) return bench.returns;
    const all = arena.view(bench.returns, n);
    const kept = arena.view(bench.gathered, n);
    kept.set(all.subarray(0, a));
    kept.set(all.subarray(b), a);
    return bench.gathered;
  });
  sample.n = n - (b - a);
  sample.sums.set(arena.view(bench.sums, SUMS));
  const out = new Float64Array(set.names.length);
  set.figures(sample, out);
  return out;
}

/** Jackknife estimates, each without one contiguous part of the sample: [part][figure]. */
export function leaveOut(context: JobContext, risk: RiskKernels, bench: Workbench, set: FigureSet): Float64Array[] {
  const { n } = bench;
  const parts = Math.max(Math.min(20, n), Math.min(PARTS, n, Math.floor(LEFT_OUT_BUDGET / n)));
  return Array.from({ length: parts }, (_, i) =>
    figuresWithout(context, risk, bench, set, Math.floor((i * n) / parts), Math.floor(((i + 1) * n) / parts)),
  );
}

/**
 * Figures of each resample: one column of replicates per figure.
 * @param part which of the seed's streams to draw from: stream k starts after k x 2^128 draws
 */
export function resampleFigures(
  context: JobContext,
  risk: RiskKernels,
  bench: Workbench,
  set: FigureSet,
  plan: ResamplePlan,
  part = 0,
  report: (share: number) => void = () => undefined,
): Float64Array[] {
  const { arena, kernels } = context;
  const { n } = bench;
  const columns = set.names.map(() => new Float64Array(plan.replicates));
  const out = new Float64Array(set.names.length);
  risk.rngSeed(bench.stream, plan.seed);
  for (let jump = 0; jump < part; jump++) risk.rngJump(bench.stream);
  const sample = sampleOn(context, risk, bench, () => {
    inChunks(context, n, SCATTERED, (from, to) => kernels.orderGather(bench.returns, bench.indices, bench.gathered, from, to));
    return bench.gathered;
  });
  // Indices that are not read again only need memory for one piece.
  const piece = bench.indices === 0 ? arena.takeBytes(4 * CHUNK) : 0;
  const placesAt = (from: number) => (piece === 0 ? bench.indices : (piece - 4 * from) >>> 0);
  const [resampling, sums] = [resampleIndicesBlock, performanceBlock].map(({ bytes }) => arena.takeBytes(bytes));
  const drawing = { stream: bench.stream, state: bench.blockState, kind: CODES[plan.scheme], blockLength: plan.block, n };
  const summing = { returns: bench.returns, pivot: set.pivot, target: set.target, sums: bench.sums };
  for (let replicate = 0; replicate < plan.replicates; replicate++) {
    if ((replicate & 15) === 0) report(replicate / plan.replicates);
    startSums(arena.view(bench.sums, SUMS));
    arena.bytes(bench.counts, 4 * n).fill(0);
    arena.bytes(bench.blockState, 8).fill(0);
    inChunks(context, n, CHUNK, (from, to) => {
      const indices = placesAt(from);
      arena.rewrite(resampling, resampleIndicesBlock, { ...drawing, out: indices });
      arena.rewrite(sums, performanceBlock, { ...summing, indices });
      risk.resampleIndices(resampling, from, to);
      risk.performanceSums(sums, from, to);
      for (let at = from; at < to; at += SCATTERED) risk.countRanks(bench.ranks, indices, at, Math.min(at + SCATTERED, to), bench.counts);
    });
    sample.sums.set(arena.view(bench.sums, SUMS));
    set.figures(sample, out);
    for (let figure = 0; figure < out.length; figure++) columns[figure][replicate] = out[figure];
  }
  return columns;
}

const orNaN = (value: number | null) => value ?? Number.NaN;

/** Probability of each tail in the tail ratio. */
export const TAIL: Fraction = 0.05;
export const PERFORMANCE_NAMES = [...PERFORMANCE_FIGURES, "tailRatio"] as const;

/**
 * All performance figures, and the tail ratio.
 * @formula tail ratio = |q(.95) / q(.05)|, q the quantile
 * @source empyrical (tail_ratio)
 * @tolerance sorted sample, 1e-12
 */
export function performanceSet(context: JobContext, risk: RiskKernels, basis: Basis): FigureSet {
  return {
    names: PERFORMANCE_NAMES,
    gathers: false,
    target: basis.riskFree / basis.perYear,
    pivot: basis.pivot,
    figures(sample, out) {
      const figures = performanceOf(context.kernels, risk, sample.sums, basis);
      for (const [i, name] of PERFORMANCE_FIGURES.entries()) out[i] = orNaN(figures[name]);
      const [low] = sample.lower(TAIL);
      out[PERFORMANCE_FIGURES.length] = low === 0 ? Number.NaN : Math.abs(sample.upper(TAIL) / low);
    },
  };
}

export const LOSS_NAMES = [
  "historicalVar",
  "historicalShortfall",
  "parametricVar",
  "parametricShortfall",
  "cornishFisherVar",
  "cornishFisherShortfall",
  "studentVar",
  "studentShortfall",
] as const satisfies (keyof LossFigures)[];

/** All values at risk and expected shortfalls; the t distribution is refitted to each resample, starting from `start`. */
export function lossSet(context: JobContext, risk: RiskKernels, confidence: Fraction, pivot: number, start: StudentFit | null): FigureSet {
  return {
    names: LOSS_NAMES,
    gathers: start !== null,
    target: 0,
    pivot,
    figures(sample, out) {
      const shape = shapeOf(sample.sums, pivot);
      const fit = start && fitStudent(context, risk, sample.values(), shape, start);
      const figures = lossFigures(context.kernels, risk, shape, sample.lower(1 - confidence), fit, confidence);
      for (const [i, name] of LOSS_NAMES.entries()) out[i] = orNaN(figures[name]);
    },
  };
}
