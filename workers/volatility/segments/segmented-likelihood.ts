import type { Count } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { ModelAsk } from "../garch-model";
import { GarchLikelihood } from "../likelihoods/garch-likelihood";
import { Slot } from "../likelihoods/garch-state";
import type { VolatilitySeries } from "../volatility-series";
import { Cell, leadOf, type Room, segmentsOf } from "./room";
import {
  ADJOINT,
  ADJOINT_SUMS,
  CURVATURE_SUMS,
  columnLength,
  GRADIENT_SLOTS,
  PRODUCT_SUMS,
  SegmentPasses,
  SUM_LANES,
} from "./segment-passes";
import { Team } from "./team";

/**
 * The log-likelihood of a GARCH(1,1) on a long series, by segments: segment results are added in order, so the bits do not depend on which
 * worker computes them. If the variance has a longer memory than the burn-in of a segment, passes run over the whole series.
 */
export class SegmentedLikelihood extends GarchLikelihood {
  private readonly team: Team;
  /** Whether the last `value` was computed by segments, and whether the segments' adjoints are known. */
  private bySegments = false;
  private joined = false;

  /** Takes its buffers from the arena: call inside a scope. */
  constructor(
    context: JobContext,
    ask: ModelAsk,
    series: VolatilitySeries,
    private readonly room: Room,
  ) {
    const { arena } = context;
    const length = columnLength(segmentsOf(series.n));
    const [variances, slopes] = [arena.take(length), arena.take(length)];
    super(context, ask, series, series.moments.backcast, [SegmentPasses.placeOf(variances, 0), SegmentPasses.placeOf(slopes, 0)]);
    room.location.set([series.mean, series.scale]);
    this.team = new Team(context, room, new SegmentPasses(context, room, { y: series.address, firstRow: 0, variances, slopes }, 0));
  }

  override value(theta: Float64Array): number {
    this.bySegments = leadOf(theta[this.layout.beta]) !== null;
    this.joined = false;
    if (!this.bySegments) return super.value(theta);
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    this.room.state.set(this.view());
    this.team.begin();
    this.team.run("value");
    const state = this.view();
    state[Slot.logLikelihood] = 0;
    for (const cells of this.rows()) {
      state[Slot.logLikelihood] += cells[Cell.value];
      state[Slot.nextVariance] = cells[Cell.value + 1];
      for (let i = 0; i < GRADIENT_SLOTS; i++) state[Slot.gradient + i] += cells[Cell.value + 2 + i];
    }
    return state[Slot.logLikelihood];
  }

  override gradient(): Float64Array {
    if (!this.bySegments) return super.gradient();
    this.join();
    const { state, variances, slopes, series } = this;
    this.context.kernels.garchBackward(state, series.address, variances, slopes, 0, 0);
    const results = this.view();
    return Float64Array.from(this.layout.slots, (slot) => results[Slot.gradient + slot]);
  }

  protected override curvatureSums(): Float64Array {
    if (!this.bySegments) return super.curvatureSums();
    if (!this.joined) this.join();
    this.team.run("curvature");
    return this.total(Cell.curvature, CURVATURE_SUMS);
  }

  protected override sumProducts(mode: 0 | 1, rows: Count): (row: number, column: number) => number {
    if (!this.bySegments || mode === 0) return super.sumProducts(mode, rows);
    this.team.run("scores");
    const sums = this.total(Cell.products, PRODUCT_SUMS);
    return (row, column) => sums[row * 16 + column];
  }

  override nextLogSlopes(): Float64Array {
    if (!this.bySegments) return super.nextLogSlopes();
    const next = this.nextVariance();
    const slopes = this.rows()[segmentsOf(this.n) - 1].subarray(Cell.next, Cell.next + this.layout.length);
    return slopes.map((slope) => slope / next);
  }

  override columns(volatility: Float64Array, residuals: Float64Array | null): void {
    if (this.bySegments) this.team.run("columns");
    else super.columns(volatility, residuals);
  }

  private rows(): Float64Array[] {
    const { board } = this.room;
    return Array.from({ length: segmentsOf(this.n) }, (_, segment) => board.subarray(segment * Cell.length, (segment + 1) * Cell.length));
  }

  private total(cell: Count, length: Count): Float64Array {
    const sums = new Float64Array(length);
    for (const cells of this.rows()) for (let i = 0; i < length; i++) sums[i] += cells[cell + i];
    return sums;
  }

  /** Joins the sums over the adjoints of all segments: each segment's own, plus the contribution of the adjoint after it. */
  private join(): void {
    this.team.run("gradient");
    const rows = this.rows();
    const state = this.view();
    state[ADJOINT] = rows[0][Cell.sums + SUM_LANES];
    for (const [segment, cells] of rows.entries()) {
      const behind = rows[segment + 1]?.[Cell.first] ?? 0;
      for (let i = 0; i < SUM_LANES; i++) state[ADJOINT_SUMS + i] += cells[Cell.sums + i] + behind * cells[Cell.reach + i];
    }
    this.joined = true;
  }
}
