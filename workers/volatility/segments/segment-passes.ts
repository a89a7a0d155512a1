import { fitColumnsBlock, garchCurvatureBlock, garchProductsBlock } from "../../../assembly/build/volatility-layouts.js";
import { type Count, VALUE_BYTES } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { Slot } from "../likelihoods/garch-state";
import { Cell, leadOf, MAX_LEAD, type Room, SEGMENT } from "./room";

/** Observations per kernel call: well under a millisecond. */
const CHUNK = 16_384;
/** Rows of a column of a segment, including the burn-in and the margins read and written by the kernels. */
const STRIDE = SEGMENT + MAX_LEAD + 64;
/** Rows before the first segment. */
const FRONT = MAX_LEAD + 32;
/** Initial slots of a pass as set by `garchPrepare`: products, exponents and sums; and those of the adjoints. */
const BEGINNING = [72, 92] as const;
export const ADJOINT = 92;
export const ADJOINT_SUMS = 100;
/** Sums over the adjoints: pairs of lanes by omega, mu, alpha and beta. */
export const SUM_LANES = 8;
export const CURVATURE_SUMS = 21;
export const PRODUCT_SUMS = 256;
export const GRADIENT_SLOTS = 16;

export const PASSES = ["value", "gradient", "curvature", "scores", "columns"] as const;
export type Pass = (typeof PASSES)[number];

/** Length of a column for so many segments, including the rows before the first. */
export const columnLength = (segments: Count): Count => FRONT + segments * STRIDE;

/** A member's memory: the standardized returns from `firstRow` on, and two columns of `columnLength`. */
export interface Columns {
  y: number;
  firstRow: Count;
  variances: number;
  slopes: number;
}

/** A segment as passed to the kernels: rows [lead, lead + rows) of columns that begin with the burn-in. */
interface Cut {
  y: number;
  h: number;
  g: number;
  lead: Count;
  rows: Count;
  /** Its row on the board. */
  cells: Float64Array;
}

/**
 * The passes of a GARCH(1,1) over independent segments. The variance h[t] = a[t] + beta h[t-1] forgets its initial value, so a burn-in over
 * earlier rows gives a segment its correct start; the adjoint is linear in that of the next segment, and the coefficients are stored.
 */
export class SegmentPasses {
  private readonly state: number;
  private readonly still: number;
  private readonly work: number;
  private readonly sums: number;
  private readonly curve: number;
  private readonly carry: number;

  /** Takes its small buffers from the arena. @param from first of its segments */
  constructor(
    private readonly context: JobContext,
    private readonly room: Room,
    private readonly held: Columns,
    private readonly from: Count,
  ) {
    const { arena, kernels } = context;
    this.state = arena.take(Slot.length);
    this.still = arena.put(new Float64Array(MAX_LEAD + 64));
    this.work = arena.take(kernels.garchProductsSize());
    this.sums = arena.take(CURVATURE_SUMS);
    this.carry = arena.take(8);
    this.curve = arena.takeBytes(garchCurvatureBlock.bytes);
  }

  run(pass: Pass, to: Count): void {
    for (let segment = this.from; segment < to; segment++) this[pass](this.cut(segment), segment);
  }

  /** Address of the variance of the first row of a segment, and of its slope. */
  static placeOf(column: number, segment: Count): number {
    return column + (FRONT + segment * STRIDE) * VALUE_BYTES;
  }

  private get n(): Count {
    return this.room.returns.length;
  }

  private cut(segment: Count): Cut {
    const { room, held, context } = this;
    const state = context.arena.view(this.state, Slot.length);
    state.set(room.state);
    const begin = segment * SEGMENT;
    const lead = segment === 0 ? 0 : (leadOf(state[Slot.beta]) ?? 0);
    const back = lead * VALUE_BYTES;
    return {
      y: held.y + (begin - held.firstRow) * VALUE_BYTES - back,
      h: SegmentPasses.placeOf(held.variances, segment - this.from) - back,
      g: SegmentPasses.placeOf(held.slopes, segment - this.from) - back,
      lead,
      rows: Math.min(SEGMENT, this.n - begin),
      cells: room.board.subarray(segment * Cell.length, (segment + 1) * Cell.length),
    };
  }

  private view(): Float64Array {
    return this.context.arena.view(this.state, Slot.length);
  }

  private chunks(from: Count, to: Count, step: (from: Count, to: Count) => void): void {
    for (let at = from; at < to; at += CHUNK) {
      this.context.checkpoint();
      step(at, Math.min(at + CHUNK, to));
    }
  }

  private value({ y, h, g, lead, rows, cells }: Cut): void {
    const { kernels } = this.context;
    const end = lead + rows;
    this.view()[Slot.count] = end;
    const forward = (from: Count, to: Count) => kernels.garchForward(this.state, y, h, g, from, to);
    this.chunks(0, lead, forward);
    this.view().set(this.room.state.subarray(...BEGINNING), BEGINNING[0]);
    this.chunks(lead, end, forward);
    this.view()[Slot.count] = rows;
    const code = kernels.garchFinishForward(this.state);
    const state = this.view();
    cells[Cell.value] = code === 0 ? state[Slot.logLikelihood] : Number.NEGATIVE_INFINITY;
    cells[Cell.value + 1] = state[Slot.nextVariance];
    cells.set(state.subarray(Slot.gradient, Slot.gradient + GRADIENT_SLOTS), Cell.value + 2);
  }

  /** Backward pass starting from an adjoint of 0, and the contribution of a unit adjoint after the last row. */
  private gradient({ y, h, g, lead, rows, cells }: Cut): void {
    const { kernels, arena } = this.context;
    const end = lead + rows;
    for (let from = lead + Math.floor((rows - 1) / CHUNK) * CHUNK; from >= lead; from -= CHUNK) {
      this.context.checkpoint();
      // For the first segment, the last call would complete the gradient of a whole series: the driver does that.
      kernels.garchBackward(this.state, y, h, g, from, Math.min(from + CHUNK, end));
    }
    const state = this.view();
    cells.set(state.subarray(ADJOINT_SUMS, ADJOINT_SUMS + SUM_LANES), Cell.sums);
    cells[Cell.sums + SUM_LANES] = state[ADJOINT];
    cells[Cell.first] = arena.read(g + lead * VALUE_BYTES) + state[Slot.beta] * state[ADJOINT];
    if (rows < SEGMENT) return;
    const reach = leadOf(state[Slot.beta]) ?? 0;
    this.behind(1);
    kernels.garchBackward(this.state, y, h, this.still - (end - reach) * VALUE_BYTES, end - reach, end);
    cells.set(this.view().subarray(ADJOINT_SUMS, ADJOINT_SUMS + SUM_LANES), Cell.reach);
  }

  /** Sets the adjoints so that the one of the row after the segment is `value`, and clears their sums. */
  private behind(value: number): void {
    const state = this.view();
    const beta = state[Slot.beta];
    state.fill(0, ADJOINT, ADJOINT_SUMS + SUM_LANES);
    for (let i = 0, adjoint = value / beta; i < 4; i++, adjoint /= beta) state[ADJOINT + i] = adjoint;
  }

  private curvature({ y, h, g, lead, rows, cells }: Cut, segment: Count): void {
    const { kernels, arena } = this.context;
    const { board } = this.room;
    const end = lead + rows;
    // After the last row there is none.
    this.behind(board[(segment + 1) * Cell.length + Cell.first] ?? 0);
    this.view()[Slot.count] = end + 1;
    for (let from = lead + Math.floor((rows - 1) / CHUNK) * CHUNK; from >= lead; from -= CHUNK) {
      this.context.checkpoint();
      kernels.garchAdjoints(this.state, y, h, g, from, Math.min(from + CHUNK, end));
    }
    if (lead > 0) arena.view(g + lead * VALUE_BYTES, 1)[0] = cells[Cell.first];
    this.view().set(this.room.state);
    const { state, carry, sums } = this;
    arena.rewrite(this.curve, garchCurvatureBlock, { state, y, h, adjoint: g, carry, sums });
    arena.view(carry, 8).fill(0);
    this.chunks(0, lead, (from, to) => kernels.garchCurvature(this.curve, from, to));
    arena.view(sums, CURVATURE_SUMS).fill(0);
    this.chunks(lead, end, (from, to) => kernels.garchCurvature(this.curve, from, to));
    cells.set(arena.view(sums, CURVATURE_SUMS), Cell.curvature);
  }

  private scores({ y, h, g, lead, rows, cells }: Cut): void {
    const { kernels, arena } = this.context;
    const { state, work } = this;
    const end = lead + rows;
    this.view()[Slot.count] = end;
    arena.scope(() => {
      const block = arena.block(garchProductsBlock, { state, y, h, g, work, mode: 1 });
      this.chunks(0, lead, (from, to) => kernels.garchProducts(block, from, to));
      if (lead > 0) arena.view(work, PRODUCT_SUMS).fill(0);
      this.chunks(lead, end, (from, to) => kernels.garchProducts(block, from, to));
      cells.set(arena.view(work, PRODUCT_SUMS), Cell.products);
      const out = arena.put(new Float64Array(GRADIENT_SLOTS));
      kernels.garchNextSlopes(state, y, h, work, out);
      cells.set(arena.view(out, GRADIENT_SLOTS), Cell.next);
    });
  }

  private columns({ y, h, g, lead, rows }: Cut, segment: Count): void {
    const { kernels, arena } = this.context;
    const { volatility } = this.room;
    const { [Slot.mu]: mu, [Slot.scale]: scale } = this.view();
    const place = g + lead * VALUE_BYTES;
    arena.scope(() => {
      const block = arena.block(fitColumnsBlock, { y, spread: h, mu, scale, volatility: g, residuals: h });
      this.chunks(lead, lead + rows, (from, to) => kernels.garchColumns(block, from, to));
    });
    volatility.set(arena.view(place, rows), segment * SEGMENT);
  }
}
