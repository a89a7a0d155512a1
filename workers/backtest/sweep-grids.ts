import type { Range } from "../contract";
import { type Count, type Outcome, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { inParallel } from "../runtime/parallel";
import type { MarketInput } from "./bars";
import { combinations, indexOf, placesOf, runningOrder } from "./grid";
import type { sweepPartJob } from "./parts/sweep-part";
import type { Axis, BacktestSettings, FullStrategy } from "./schema";
import { SWEEP_FIGURES, type SweepFigure } from "./sweep-part";

export type Grid = Record<SweepFigure, Float64Array>;

/** Bars worth a part of their own, so that free workers can take a share. */
const PART_BARS = 2_000_000;
const MAX_PARTS: Count = 32;

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
  const count = combinations(axes);
  const order = runningOrder(axes);
  const inputs = ranges.flatMap((range) => {
    const rows = range ? range.to - range.from : market.bars.close.length;
    const parts = Math.max(1, Math.min(MAX_PARTS, count, Math.floor((count * rows) / PART_BARS)));
    const cut = (part: Count) => Math.floor((part * count) / parts);
    return Array.from({ length: parts }, (_, part) => ({
      ...market,
      range,
      settings,
      strategy,
      axes: order,
      from: cut(part),
      to: cut(part + 1),
    }));
  });
  const outcome = await inParallel<typeof sweepPartJob>(context, "sweep-part", inputs, "Sweeping");
  if (!outcome.ok) return outcome;
  // From the order of running to the order asked for.
  const axisOf = order.map(({ parameter }) => axes.findIndex((axis) => axis.parameter === parameter));
  const parts = outcome.value.values();
  const grids = ranges.map(() => {
    const grid = Object.fromEntries(SWEEP_FIGURES.map((name) => [name, context.column(count)])) as Grid;
    for (let run = 0; run < count; ) {
      const part = parts.next().value ?? [];
      for (let k = 0; k < part[0].length; k++, run++) {
        const places: Count[] = new Array(axes.length).fill(0);
        for (const [axis, place] of placesOf(order, run).entries()) places[axisOf[axis]] = place;
        const index = indexOf(axes, places);
        for (const [column, name] of SWEEP_FIGURES.entries()) grid[name][index] = part[column][k];
      }
    }
    return grid;
  });
  return succeed(grids);
}
