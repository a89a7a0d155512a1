import {
  backwardFourBlock,
  backwardTwoBlock,
  forwardFourBlock,
  forwardTwoBlock,
  viterbiForwardBlock,
} from "../../assembly/build/regimes-layouts.js";
import { type Count, VALUE_BYTES } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { LANES, modelColumn, type RegimeModel } from "./model";
import { stationaryShares } from "./stationary";

/**
 * Rows up to which the filter's whole output is kept: recomputing it takes as long as a second filter. For four regimes this is 384 MB, so
 * that the analysis does not exceed the peak memory of the timing that follows it (`tests/bench/README.md`).
 */
export const KEPT: Count = 6_000_000;
const SUMS = 32;

/** A column of finite values in the kernels' memory. */
export interface RegimeColumn {
  address: number;
  n: Count;
}

/** Result of one forward and backward pass: enough for the next EM round and for the exact gradient. */
export interface Expectation {
  logLikelihood: number;
  /** Expected transitions from regime i to j. */
  moves: number[][];
  /** Per regime: expected number of values, and the sums of distance from its mean and of its square. */
  counts: number[];
  distances: number[];
  squares: number[];
  /** Probabilities at the first value, given all values. */
  first: number[];
  /** Stationary distribution, in which the chain starts. */
  start: number[];
}

/** Filtered probabilities use past values only, smoothed ones all values. */
export type RegimeView = "filtered" | "smoothed";

/**
 * Receives the rows [from, to) of the probabilities of a regime, the `place`-th of those requested; `address` is that of the first of these
 * rows.
 */
export type SeeShares = (place: Count, address: number, from: Count, to: Count) => void;

/** Receives a piece of a pass's output; `alpha` is the address of row 0, of which only [from, to) is present. */
type Visit = (from: number, to: number, alpha: number) => void;

/**
 * The passes for one number of regimes over one column. Allocates memory in the arena: create it inside a scope.
 *
 * The smoother needs the output of the filter, from the last row backwards. For a long column this would take four to eight times its
 * length, so only the filter's state at the start of each block is stored (checkpointing), and a block is filtered again when the smoother
 * reaches it.
 */
export class RegimePasses {
  private readonly lanes: Count;
  /** Capacity in rows: all of a short column, two blocks of a long one. */
  private readonly rows: Count;
  private readonly alpha: number;
  private readonly weights: number;
  private readonly small: number;
  /** Memory for the parameters of a pass. */
  private readonly block: number;
  /** The filter's state at the start of each block of a long column. */
  private carries: Float64Array[] = [];

  constructor(
    readonly context: JobContext,
    readonly kernels: KernelsOf<"regimes">,
    readonly column: RegimeColumn,
    readonly states: Count,
    kept: Count = KEPT,
  ) {
    this.lanes = states === 2 ? 2 : LANES;
    this.rows = column.n <= kept ? column.n : 2 * CHUNK;
    this.alpha = context.arena.take(this.lanes * this.rows);
    this.weights = context.arena.take(this.lanes * this.rows);
    this.small = context.arena.take(SMALL_SIZE);
    this.block = context.arena.takeBytes(backwardFourBlock.bytes);
  }

  /** The same memory, for the latest `n` values only. */
  newest(n: Count): RegimePasses {
    const { address, n: all } = this.column;
    return Object.assign(Object.create(RegimePasses.prototype) as RegimePasses, this, {
      column: { address: address + (all - n) * VALUE_BYTES, n },
    });
  }

  /** Log-likelihood at given parameters. */
  logLikelihood(model: RegimeModel): number {
    return this.forward(model, stationaryShares(model.transition), false);
  }

  /** Filtered probability of each regime at the last step. */
  last(model: RegimeModel): number[] {
    const start = stationaryShares(model.transition);
    this.forward(model, start, false);
    // If nothing is kept, only the last weights are stored.
    const weights = Array.from(this.context.arena.view(this.alpha, this.states));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  }

  private get all(): Count[] {
    return Array.from({ length: this.states }, (_, regime) => regime);
  }

  private get fits(): boolean {
    return this.column.n <= this.rows;
  }

  /** Virtual addresses of row 0 in buffers whose first row is `first`. */
  private room(first: Count): { alpha: number; weights: number } {
    const shift = first * this.lanes * VALUE_BYTES;
    return { alpha: (this.alpha - shift) >>> 0, weights: (this.weights - shift) >>> 0 };
  }

  private filter(from: number, to: number, first: Count, stride: number): void {
    const { context, kernels, column, small, block } = this;
    const at = small + MODEL * VALUE_BYTES;
    const given = { values: column.address, model: at, ...this.room(first), stride, carry: small + CARRY * VALUE_BYTES };
    if (this.lanes === 2) {
      context.arena.rewrite(block, forwardTwoBlock, given);
      kernels.forwardTwo(block, from, to);
    } else {
      context.arena.rewrite(block, forwardFourBlock, { ...given, states: this.states });
      kernels.forwardFour(block, from, to);
    }
  }

  private forward(model: RegimeModel, start: number[], keep: boolean, visit?: Visit): number {
    const { context, kernels, column, lanes, small } = this;
    const parameters = modelColumn(model, start);
    const view = context.arena.view(small, SMALL_SIZE).fill(0);
    view.set(parameters, MODEL);
    for (let i = 0; i < LANES; i++) for (let j = 0; j < LANES; j++) view[TRANSPOSED + LANES * j + i] = parameters[LANES * i + j];
    view.set(start, CARRY);
    this.carries = [];
    const carry = small + CARRY * VALUE_BYTES;
    const passing = keep && !this.fits;
    inChunks(context, column.n, CHUNK, (from, to) => {
      if (passing) this.carries.push(context.arena.view(carry, MOVES - CARRY).slice());
      const first = passing ? from : 0;
      this.filter(from, to, first, keep ? lanes * VALUE_BYTES : 0);
      visit?.(from, to, this.room(first).alpha);
    });
    return kernels.forwardLogLikelihood(carry);
  }

  /** Filters a block again, into buffers that begin with block `first`. */
  private filterAgain(block: Count, first: Count): void {
    const { context, column, lanes, small } = this;
    context.arena.view(small + CARRY * VALUE_BYTES, MOVES - CARRY).set(this.carries[block]);
    this.filter(block * CHUNK, Math.min((block + 1) * CHUNK, column.n), first * CHUNK, lanes * VALUE_BYTES);
  }

  private backward(keep: boolean, visit?: Visit): Float64Array {
    const { context, kernels, column, lanes, small, block } = this;
    const { address, n } = column;
    const [at, transposed, carry, moves, sums] = [MODEL, TRANSPOSED, BACK, MOVES, SUM].map((slot) => small + slot * VALUE_BYTES);
    const shareStride = keep ? lanes * VALUE_BYTES : 0;
    // First block in the buffers.
    let lower = 0;
    if (!this.fits) {
      lower = this.carries.length - 2;
      this.filterAgain(lower, lower);
      this.filterAgain(lower + 1, lower);
    }
    inChunks(context, n, CHUNK, (from, to) => {
      const [first, last] = [n - to, n - from];
      // Pieces are counted from the end: one may span two blocks, and reads the first weights after it.
      while (first < lower * CHUNK) {
        for (const room of [this.alpha, this.weights])
          context.arena.view(room, lanes * this.rows).copyWithin(lanes * CHUNK, 0, lanes * CHUNK);
        lower--;
        this.filterAgain(lower, lower);
      }
      const { alpha, weights } = this.room(lower * CHUNK);
      // Unwanted output goes to a separate place, four values long.
      const shares = keep ? alpha : moves - LANES * VALUE_BYTES;
      const given = { values: address, n, model: at, alpha, weights, shares, shareStride, carry, sums };
      if (lanes === 2) {
        context.arena.rewrite(block, backwardTwoBlock, given);
        kernels.backwardTwo(block, first, last);
      } else {
        context.arena.rewrite(block, backwardFourBlock, { ...given, transposed, moves });
        kernels.backwardFour(block, first, last);
      }
      visit?.(first, last, alpha);
    });
    return context.arena.view(sums, SUMS).slice();
  }

  /** Filter and smoother at given parameters. */
  expectation(model: RegimeModel): Expectation {
    const start = stationaryShares(model.transition);
    const logLikelihood = this.forward(model, start, true);
    return { logLikelihood, start, ...readSums(this.backward(false), this.states) };
  }

  /** Filtered and smoothed probability of each regime at every step. */
  columns(model: RegimeModel): Record<RegimeView, Float64Array[]> {
    const [filtered, smoothed] = [this.all, this.all].map((regimes) => regimes.map(() => this.context.column(this.column.n)));
    this.visitShares(model, { filtered: this.into(filtered), smoothed: this.into(smoothed) });
    return { filtered, smoothed };
  }

  /** Probability of each of these regimes at every step. */
  probabilities(model: RegimeModel, view: RegimeView, regimes: readonly Count[]): Float64Array[] {
    const columns = regimes.map(() => this.context.column(this.column.n));
    this.visitShares(model, { [view]: this.into(columns) }, regimes);
    return columns;
  }

  private into(columns: readonly Float64Array[]): SeeShares {
    return (place, address, from, to) => columns[place].set(this.context.arena.view(address, to - from), from);
  }

  /**
   * Passes the probabilities of these regimes, or of all, to `seen`, in pieces of up to 65,536 rows as they are computed: smoothed ones
   * from the end.
   */
  visitShares(model: RegimeModel, seen: Partial<Record<RegimeView, SeeShares>>, regimes: readonly Count[] = this.all): void {
    const { context, kernels, lanes } = this;
    context.arena.scope(() => {
      const room = context.arena.take(CHUNK);
      const visit =
        (see: SeeShares): Visit =>
        (from, to, alpha) => {
          for (const [place, regime] of regimes.entries()) {
            kernels.regimeShares(alpha, from, to, lanes, regime, (room - from * VALUE_BYTES) >>> 0);
            see(place, room, from, to);
          }
        };
      this.forward(model, stationaryShares(model.transition), true, seen.filtered && visit(seen.filtered));
      if (seen.smoothed) this.backward(true, visit(seen.smoothed));
    });
  }

  /** The most probable path of regimes, one number per step. */
  path(model: RegimeModel): Float64Array {
    const { context, kernels, column, states } = this;
    const { arena } = context;
    return arena.scope(() => {
      const { address, n } = column;
      const parameters = arena.put(modelColumn(model, stationaryShares(model.transition)));
      const moves = arena.takeBytes(n);
      const [carry, table, room] = [arena.take(LANES), arena.take(SUMS), arena.take(CHUNK)];
      const block = arena.block(viterbiForwardBlock, { values: address, states, model: parameters, moves, carry, table });
      inChunks(context, n, CHUNK, (from, to) => kernels.viterbiForward(block, from, to));
      const scores = arena.view(carry, states);
      let regime = scores.indexOf(scores.reduce((most, score) => Math.max(most, score)));
      const result = context.column(n);
      inChunks(context, n, CHUNK, (from, to) => {
        const [first, last] = [n - to, n - from];
        regime = kernels.viterbiBack(moves, first, last, from === 0, regime, (room - first * VALUE_BYTES) >>> 0);
        result.set(arena.view(room, to - from), first);
      });
      return result;
    });
  }
}

/**
 * Offsets in the small block of memory: model, its transposed transition matrix, the state of the filter, unwanted output, and the sums.
 */
const MODEL = 0;
const TRANSPOSED = 28;
const CARRY = 44;
const MOVES = 56;
const SUM = 72;
/** The smoother's state: the filter's is needed to filter a block again. */
const BACK = SUM + SUMS;
const SMALL_SIZE = BACK + LANES;

function readSums(sums: Float64Array, states: Count) {
  const part = (from: number) => Array.from(sums.subarray(from, from + states));
  return {
    moves: Array.from({ length: states }, (_, i) => part(LANES * i)),
    counts: part(16),
    distances: part(20),
    squares: part(24),
    first: part(28),
  };
}
