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

/** The passes of one number of regimes over one column. Takes its room from the arena: make it inside a scope. */
export class RegimePasses {
  private readonly lanes: Count;
  private readonly alpha: number;
  private readonly weights: number;
  private readonly small: number;
  /** Room for the parameters of a pass. */
  private readonly block: number;

  constructor(
    readonly context: JobContext,
    readonly kernels: KernelsOf<"regimes">,
    readonly column: RegimeColumn,
    readonly states: Count,
  ) {
    this.lanes = states === 2 ? 2 : LANES;
    this.alpha = context.arena.take(this.lanes * column.n);
    this.weights = context.arena.take(this.lanes * column.n);
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

  private forward(model: RegimeModel, start: number[], keep: boolean): number {
    const { context, kernels, column, lanes, alpha, weights, small, block } = this;
    const parameters = modelColumn(model, start);
    const view = context.arena.view(small, SMALL_SIZE).fill(0);
    view.set(parameters, MODEL);
    for (let i = 0; i < LANES; i++) for (let j = 0; j < LANES; j++) view[TRANSPOSED + LANES * j + i] = parameters[LANES * i + j];
    view.set(start, CARRY);
    const at = small + MODEL * BYTES;
    const carry = small + CARRY * BYTES;
    const stride = keep ? lanes * BYTES : 0;
    const given = { values: column.address, model: at, alpha, weights, stride, carry };
    if (lanes === 2) context.arena.rewrite(block, forwardTwoBlock, given);
    else context.arena.rewrite(block, forwardFourBlock, { ...given, states: this.states });
    inChunks(context, column.n, CHUNK, (from, to) => {
      if (lanes === 2) kernels.forwardTwo(block, from, to);
      else kernels.forwardFour(block, from, to);
    });
    return kernels.forwardLogLikelihood(carry);
  }

  private backward(keep: boolean): Float64Array {
    const { context, kernels, column, lanes, alpha, weights, small, block } = this;
    const { address, n } = column;
    const [at, transposed, carry, moves, sums] = [MODEL, TRANSPOSED, CARRY, MOVES, SUM].map((slot) => small + slot * BYTES);
    // What is not kept goes to a place of its own, four values long.
    const shares = keep ? alpha : moves - LANES * BYTES;
    const stride = keep ? lanes * BYTES : 0;
    const given = { values: address, n, model: at, alpha, weights, shares, shareStride: stride, carry, sums };
    if (lanes === 2) context.arena.rewrite(block, backwardTwoBlock, given);
    else context.arena.rewrite(block, backwardFourBlock, { ...given, transposed, moves });
    inChunks(context, n, CHUNK, (from, to) => {
      const [first, last] = [n - to, n - from];
      if (lanes === 2) kernels.backwardTwo(block, first, last);
      else kernels.backwardFour(block, first, last);
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
  columns(model: RegimeModel): { filtered: Float64Array[]; smoothed: Float64Array[] } {
    const start = stationaryShares(model.transition);
    this.forward(model, start, true);
    const filtered = this.shareColumns();
    this.backward(true);
    return { filtered, smoothed: this.shareColumns() };
  }

  private shareColumns(): Float64Array[] {
    const { context, kernels, column, lanes, alpha } = this;
    const { arena } = context;
    return arena.scope(() => {
      const out = arena.take(column.n);
      return Array.from({ length: this.states }, (_, regime) => {
        inChunks(context, column.n, CHUNK, (from, to) => kernels.regimeShares(alpha, from, to, lanes, regime, out));
        const result = context.column(column.n);
        result.set(arena.view(out, column.n));
        return result;
      });
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
      const [carry, table, out] = [arena.take(LANES), arena.take(SUMS), arena.take(n)];
      const block = arena.block(viterbiForwardBlock, { values: address, states, model: parameters, moves, carry, table });
      inChunks(context, n, CHUNK, (from, to) => kernels.viterbiForward(block, from, to));
      const scores = arena.view(carry, states);
      let regime = scores.indexOf(scores.reduce((most, score) => Math.max(most, score)));
      inChunks(context, n, CHUNK, (from, to) => {
        regime = kernels.viterbiBack(moves, n - to, n - from, from === 0, regime, out);
      });
      const result = context.column(n);
      result.set(arena.view(out, n));
      return result;
    });
  }
}

/** Places in the small block of memory: model, its transition matrix turned, carry, what is not kept, and the sums. */
const MODEL = 0;
const TRANSPOSED = 28;
const CARRY = 44;
const MOVES = 56;
const SUM = 72;
const SMALL_SIZE = SUM + SUMS;

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
