import type { Range } from "../contract";
import { type Count, type Outcome, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { inParallel, inParallelSoFar } from "../runtime/parallel";
import type { MarketInput } from "./bars";
import { combinations, indexOf, placesOf, runningOrder } from "./grid";
import type { sweepPartJob } from "./parts/sweep-part";
import type { Axis, BacktestSettings, FullStrategy } from "./schema";
import { SWEEP_FIGURES, type SweepFigure } from "./sweep-part";

export type Grid = Record<SweepFigure, Float64Array>;

/** Bars worth a part of their own, so that free workers can take a share. */
const PART_BARS = 2_000_000;
const MAX_PARTS: Count = 32;

/** The combinations of a grid over a range of rows, cut into parts; null for the rows between the dates of the settings. */
function partsOf(market: MarketInput, settings: BacktestSettings, strategy: FullStrategy, axes: Axis[], range: Range | null) {
  const count = combinations(axes);
  const rows = (range ? range.to - range.from : market.bars.close.length) * Math.max(1, market.assets?.length ?? 1);
  const parts = Math.max(1, Math.min(MAX_PARTS, count, Math.floor((count * rows) / PART_BARS)));
  const cut = (part: Count) => Math.floor((part * count) / parts);
  return Array.from({ length: parts }, (_, part) => ({
    ...market,
    range,
    settings,
    strategy,
    axes: runningOrder(axes),
    from: cut(part),
    to: cut(part + 1),
  }));
}

interface DonePart {
  from: Count;
  to: Count;
  /** Null for a part that was not run. */
  figures: Float64Array[] | null;
}

/** Puts figures of parts into the order asked for; NaN for a part that was not run. @param order places in the grid, in the order of running */
function gridOf(context: JobContext, order: Uint32Array, parts: readonly DonePart[]): Grid {
  const grid = Object.fromEntries(SWEEP_FIGURES.map((name) => [name, context.column(order.length).fill(Number.NaN)])) as Grid;
  for (const { from, to, figures } of parts) {
    for (let run = from; figures && run < to; run++) {
      for (const [column, name] of SWEEP_FIGURES.entries()) grid[name][order[run]] = figures[column][run - from];
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
 * Runs every combination of a grid over each of some ranges of rows, in parts on the workers that are free.
 * @param ranges rows [from, to) to trade; null for those between the dates of the settings
 * @returns one grid of figures per range, the last axis running fastest; NaN where a figure is not defined
 */
export async function sweepGrids(
  context: JobContext,
  market: MarketInput,
  settings: BacktestSettings,
  strategy: FullStrategy,
  axes: Axis[],
  ranges: (Range | null)[],
): Promise<Outcome<Grid[]>> {
  const each = ranges.map((range) => partsOf(market, settings, strategy, axes, range));
  const outcome = await inParallel<typeof sweepPartJob>(context, "sweep-part", each.flat(), "Sweeping");
  if (!outcome.ok) return outcome;
  const figures = outcome.value.values();
  const withFigures = ({ from, to }: Pick<DonePart, "from" | "to">): DonePart => ({ from, to, figures: figures.next().value ?? null });
  const order = gridOrder(axes);
  return succeed(each.map((parts) => gridOf(context, order, parts.map(withFigures))));
}

/**
 * The same over the rows between the dates, as far as it came where the user cancels.
 * @returns with the grid the places in it that were run
 */
export async function sweepSoFar(
  context: JobContext,
  market: MarketInput,
  settings: BacktestSettings,
  strategy: FullStrategy,
  axes: Axis[],
): Promise<Outcome<{ figures: Grid; ran: Count[] }>> {
  const parts = partsOf(market, settings, strategy, axes, null);
  const outcome = await inParallelSoFar<typeof sweepPartJob>(context, "sweep-part", parts, "Sweeping");
  if (!outcome.ok) return outcome;
  const done = parts.map(({ from, to }, part) => ({ from, to, figures: outcome.value[part] }));
  const order = gridOrder(axes);
  const ran = done.flatMap(({ from, to, figures }) => (figures ? [...order.subarray(from, to)] : []));
  return succeed({ figures: gridOf(context, order, done), ran });
}
