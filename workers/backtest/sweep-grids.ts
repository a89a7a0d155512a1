import type { Range } from "../contract";
import { type Count, type Outcome, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { beforeGap, inParallel, type inParallelSoFar } from "../runtime/parallel";
import type { MarketInput } from "./bars";
import { combinations, indexOf, placesOf, runningOrder } from "./grid";
import type { sweepPartJob } from "./parts/sweep-part";
import type { Axis, BacktestSettings, FullStrategy } from "./schema";
import { SWEEP_FIGURES, type SweepFigure } from "./sweep-part";

export type Grid = Record<SweepFigure, Float64Array>;

/** Bars worth a part of their own, so that free workers can take a share. */
const PART_BARS = 2_000_000;
const MAX_PARTS: Count = 32;

/** Pieces of a grid, the same over every range, so that free workers can take a share. @param rows bars of a combination, in the longest range */
function piecesOf(rows: Count, axes: Axis[]): { from: Count; to: Count }[] {
  const count = combinations(axes);
  const pieces = Math.max(1, Math.min(MAX_PARTS, count, Math.floor((count * rows) / PART_BARS)));
  const cut = (piece: Count) => Math.floor((piece * count) / pieces);
  return Array.from({ length: pieces }, (_, piece) => ({ from: cut(piece), to: cut(piece + 1) }));
}

/** A piece that was run over every range, with its figures in each. */
interface DonePiece {
  from: Count;
  to: Count;
  each: Float64Array[][];
}

/** Puts figures of pieces over one of the ranges into the order asked for; NaN for what was not run. @param order places in the grid, in the order of running */
function gridOf(context: JobContext, order: Uint32Array, done: readonly DonePiece[], range: Count): Grid {
  const grid = Object.fromEntries(SWEEP_FIGURES.map((name) => [name, context.column(order.length).fill(Number.NaN)])) as Grid;
  for (const { from, to, each } of done) {
    for (let run = from; run < to; run++) {
      for (const [column, name] of SWEEP_FIGURES.entries()) grid[name][order[run]] = each[range][column][run - from];
    }
  }
  return grid;
}

/** Places in the grid of all combinations, in the order of running. */
function gridOrder(axes: Axis[]): Uint32Array {
  const running = runningOrder(axes);
  const axisOf = running.map(({ parameter }) => axes.findIndex((axis) => axis.parameter === parameter));
  return Uint32Array.from({ length: combinations(axes) }, (_, run) => {
    const places: Count[] = new Array(axes.length).fill(0);
    for (const [axis, place] of placesOf(running, run).entries()) places[axisOf[axis]] = place;
    return indexOf(axes, places);
  });
}

/**
 * Runs every combination of a grid over each of some ranges of rows, in parts on the workers that are free: piece by piece, each over all
 * ranges, so that what is done when the user cancels is known in each of them.
 * @param ranges rows [from, to) to trade; null for those between the dates of the settings
 * @param run where parts may be missing, those not finished when the user canceled
 * @returns one grid of figures per range, the last axis running fastest, NaN where a figure is not defined; and the places in the grid that
 *   were run, in the order of running
 */
export async function sweepGrids(
  context: JobContext,
  market: MarketInput,
  settings: BacktestSettings,
  strategy: FullStrategy,
  axes: Axis[],
  ranges: (Range | null)[],
  run: typeof inParallelSoFar = inParallel,
): Promise<Outcome<{ grids: Grid[]; ran: Count[] }>> {
  const rows = Math.max(...ranges.map((range) => (range ? range.to - range.from : market.bars.close.length)));
  const pieces = piecesOf(rows * Math.max(1, market.assets?.length ?? 1), axes);
  const running = runningOrder(axes);
  const parts = pieces.flatMap((piece) => ranges.map((range) => ({ ...market, range, settings, strategy, axes: running, ...piece })));
  const outcome = await run<typeof sweepPartJob>(context, "sweep-part", parts, "Sweeping");
  if (!outcome.ok) return outcome;
  const done = pieces.flatMap(({ from, to }, piece): DonePiece[] => {
    const each = beforeGap(outcome.value.slice(piece * ranges.length, (piece + 1) * ranges.length));
    return each.length === ranges.length ? [{ from, to, each }] : [];
  });
  const order = gridOrder(axes);
  const grids = ranges.map((_, range) => gridOf(context, order, done, range));
  return succeed({ grids, ran: done.flatMap(({ from, to }) => [...order.subarray(from, to)]) });
}
