import { type Count, type Outcome, type Range, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { beforeGap, inParallel, type inParallelSoFar } from "../runtime/parallel";
import type { MarketInput } from "./bars";
import { runningOrder, type Trials, trialCount } from "./grid";
import type { sweepPartJob } from "./parts/sweep-part";
import type { BacktestSettings, FullStrategy } from "./schema";
import { SWEEP_FIGURES, type SweepFigure } from "./sweep-part";

export type Grid = Record<SweepFigure, Float64Array>;

/** Minimum number of bars per part, so that idle workers can take a share. */
const PART_BARS = 2_000_000;
const MAX_PARTS: Count = 32;

/** Pieces of a search, the same for every range, so that idle workers can take a share. @param rows bars per trial in the longest range */
function piecesOf(rows: Count, count: Count): Range[] {
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

/**
 * Writes the figures of pieces over one range in the original order of the trials; NaN if not run. @param order original indices of the trials
 * in running order
 */
function gridOf(context: JobContext, order: Uint32Array, done: readonly DonePiece[], range: Count): Grid {
  const grid = Object.fromEntries(SWEEP_FIGURES.map((name) => [name, context.column(order.length).fill(Number.NaN)])) as Grid;
  for (const { from, to, each } of done) {
    for (let run = from; run < to; run++) {
      for (const [column, name] of SWEEP_FIGURES.entries()) grid[name][order[run]] = each[range][column][run - from];
    }
  }
  return grid;
}

/**
 * Runs every trial of a search over several ranges of rows, in parallel on idle workers: piece by piece, each over all ranges, so that if the
 * user cancels, finished pieces have results in every range.
 * @param ranges rows [from, to) to trade; null for those between the dates of the settings
 * @param run may return without the parts that were not finished when the user canceled
 * @returns the figures in each range, in the order of the trials, NaN if undefined; and the indices of the trials that were run, in running
 * order
 */
export async function sweepGrids(
  context: JobContext,
  market: MarketInput,
  settings: BacktestSettings,
  strategy: FullStrategy,
  trials: Trials,
  ranges: (Range | null)[],
  run: typeof inParallelSoFar = inParallel,
): Promise<Outcome<{ grids: Grid[]; ran: Count[] }>> {
  const rows = Math.max(...ranges.map((range) => (range ? range.to - range.from : market.bars.close.length)));
  const pieces = piecesOf(rows * Math.max(1, market.assets?.length ?? 1), trialCount(trials));
  const { trials: running, order } = runningOrder(trials, pieces);
  const parts = pieces.flatMap((piece) => ranges.map((range) => ({ ...market, range, settings, strategy, trials: running, ...piece })));
  const outcome = await run<typeof sweepPartJob>(context, "sweep-part", parts, "Sweeping");
  if (!outcome.ok) return outcome;
  const done = pieces.flatMap(({ from, to }, piece): DonePiece[] => {
    const each = beforeGap(outcome.value.slice(piece * ranges.length, (piece + 1) * ranges.length));
    return each.length === ranges.length ? [{ from, to, each }] : [];
  });
  const grids = ranges.map((_, range) => gridOf(context, order, done, range));
  return succeed({ grids, ran: done.flatMap(({ from, to }) => [...order.subarray(from, to)]) });
}
