import {
  backwardFourBlock,
  backwardTwoBlock,
  forwardFourBlock,
  forwardTwoBlock,
  viterbiForwardBlock,
} from "../../assembly/build/regimes-layouts.js";
import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { LANES, modelColumn, type RegimeModel } from "./model";
import { stationaryShares } from "./stationary";

/** Values per call: 1 to 2 ms of work; a multiple of 8. */
const CHUNK = 65_536;
/**
 * Rows up to which all that the filter leaves is kept: filtering again takes the time of a second filter. Of four regimes these are 384 MB, with
 * which an analysis of so many rows needs no more at its peak than the timing behind it (`tests/bench/README.md`).
 */
export const KEPT: Count = 6_000_000;
const SUMS = 32;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** A column of finite values in the kernels' memory. */
export interface RegimeColumn {
  address: number;
  n: Count;
}

/** Result of one forward and backward pass: enough for the next EM round and for the exact gradient. */
export interface Expectation {
  logLikelihood: number;
  /** Expected moves from regime i to j. */
  moves: number[][];
  /** Per regime: expected number of values, and the sums of distance from its mean and of that squared. */
  counts: number[];
  distances: number[];
  squares: number[];
  /** Probabilities at the first value, given all of them. */
  first: number[];
  /** Long-run distribution, in which the chain starts. */
  start: number[];
}

/** Filtered probabilities know the past only, smoothed ones all values. */
export type RegimeView = "filtered" | "smoothed";

/** Sees the rows [from, to) of the probabilities of a regime, the `place`-th that was asked for; the first of them is at the address. */
export type SeeShares = (place: Count, address: number, from: Count, to: Count) => void;

/** Sees a piece of what a pass leaves; `alpha` is the address of its first row, of which only [from, to) is there. */
type Visit = (from: number, to: number, alpha: number) => void;

/**
 * The passes of one number of regimes over one column. Takes its room from the arena: make it inside a scope.
 *
 * The smoother needs what the filter leaves, from the last row backwards. Of a long column that would be two or four times its length twice
 * over, so only the filter's carry at the start of each block is kept, and a block is filtered again when the smoother comes to it.
 */
export class RegimePasses {
  private readonly lanes: Count;
  /** Rows there is room for: all of a short column, two blocks of a long one. */
  private readonly rows: Count;
  private readonly alpha: number;
  private readonly weights: number;
  private readonly small: number;
  /** Room for the parameters of a pass. */
  private readonly block: number;
  /** The filter's carry at the start of each block of a long column. */
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

  /** The same room, for the newest `n` values only. */
  newest(n: Count): RegimePasses {
    const { address, n: all } = this.column;
    return Object.assign(Object.create(RegimePasses.prototype) as RegimePasses, this, {
      column: { address: address + (all - n) * BYTES, n },
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
    // With nothing kept, the last weights stand alone.
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

  /** Addresses of row 0 in the room whose first row is `first`. */
  private room(first: Count): { alpha: number; weights: number } {
    const shift = first * this.lanes * BYTES;
    return { alpha: (this.alpha - shift) >>> 0, weights: (this.weights - shift) >>> 0 };
  }

  private filter(from: number, to: number, first: Count, stride: number): void {
    const { context, kernels, column, small, block } = this;
    const at = small + MODEL * BYTES;
    const given = { values: column.address, model: at, ...this.room(first), stride, carry: small + CARRY * BYTES };
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
    const carry = small + CARRY * BYTES;
    const passing = keep && !this.fits;
    inChunks(context, column.n, CHUNK, (from, to) => {
      if (passing) this.carries.push(context.arena.view(carry, MOVES - CARRY).slice());
      const first = passing ? from : 0;
      this.filter(from, to, first, keep ? lanes * BYTES : 0);
      visit?.(from, to, this.room(first).alpha);
    });
    return kernels.forwardLogLikelihood(carry);
  }

  /** Filters a block again, into a room that begins with block `first`. */
  private filterAgain(block: Count, first: Count): void {
    const { context, column, lanes, small } = this;
    context.arena.view(small + CARRY * BYTES, MOVES - CARRY).set(this.carries[block]);
    this.filter(block * CHUNK, Math.min((block + 1) * CHUNK, column.n), first * CHUNK, lanes * BYTES);
  }

  private backward(keep: boolean, visit?: Visit): Float64Array {
    const { context, kernels, column, lanes, small, block } = this;
    const { address, n } = column;
    const [at, transposed, carry, moves, sums] = [MODEL, TRANSPOSED, BACK, MOVES, SUM].map((slot) => small + slot * BYTES);
    const shareStride = keep ? lanes * BYTES : 0;
    // First block in the room.
    let lower = 0;
    if (!this.fits) {
      lower = this.carries.length - 2;
      this.filterAgain(lower, lower);
      this.filterAgain(lower + 1, lower);
    }
    inChunks(context, n, CHUNK, (from, to) => {
      const [first, last] = [n - to, n - from];
      // Pieces are counted from the end: one reaches into two blocks, and reads the first weights behind it.
      while (first < lower * CHUNK) {
        for (const room of [this.alpha, this.weights])
          context.arena.view(room, lanes * this.rows).copyWithin(lanes * CHUNK, 0, lanes * CHUNK);
        lower--;
        this.filterAgain(lower, lower);
      }
      const { alpha, weights } = this.room(lower * CHUNK);
      // What is not kept goes to a place of its own, four values long.
      const shares = keep ? alpha : moves - LANES * BYTES;
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

  /** Shows the probabilities of these regimes, or of all, in pieces of up to 65,536 rows as the passes leave them: smoothed ones from the end. */
  visitShares(model: RegimeModel, seen: Partial<Record<RegimeView, SeeShares>>, regimes: readonly Count[] = this.all): void {
    const { context, kernels, lanes } = this;
    context.arena.scope(() => {
      const room = context.arena.take(CHUNK);
      const visit =
        (see: SeeShares): Visit =>
        (from, to, alpha) => {
          for (const [place, regime] of regimes.entries()) {
            kernels.regimeShares(alpha, from, to, lanes, regime, (room - from * BYTES) >>> 0);
            see(place, room, from, to);
          }
        };
      this.forward(model, stationaryShares(model.transition), true, seen.filtered && visit(seen.filtered));
      if (seen.smoothed) this.backward(true, visit(seen.smoothed));
    });
  }

  /** The most probable path of regimes, one number a step. */
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
        regime = kernels.viterbiBack(moves, first, last, from === 0, regime, (room - first * BYTES) >>> 0);
        result.set(arena.view(room, to - from), first);
      });
      return result;
    });
  }
}

/** Places in the small block of memory: model, its transition matrix turned, the carry of the filter, what is not kept, and the sums. */
const MODEL = 0;
const TRANSPOSED = 28;
const CARRY = 44;
const MOVES = 56;
const SUM = 72;
/** The smoother's carry: the filter's is needed to filter a block again. */
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
