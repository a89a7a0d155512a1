import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { type ChaosKernels, findNeighbors, type ScaledColumn } from "./neighbors";

/** Share of false neighbors in each dimension from 1 up, and the first dimension that has few. */
export interface FalseNeighbors {
  shares: number[];
  /** Null if no dimension has few, as for noise. */
  dimension: Count | null;
}

/** Number of latest values used: for false neighbors, and for mutual information. */
const MAX_VALUES = 5000;
const MAX_FOR_INFORMATION = 20_000;
const MIN_DIMENSIONS = 2;
const MAX_DIMENSIONS = 10;
const FEW = 0.01;
/** Kennel's thresholds: growth of the distance, and its size in standard deviations. */
const MAX_GROWTH = 15;
const MAX_SIZE = 2;
const MIN_POINTS = 50;
const MIN_BINS = 4;
const MAX_BINS = 32;

/** The newest values of a column. */
export function newest(column: ScaledColumn, most: Count): ScaledColumn {
  const n = Math.min(column.n, most);
  return { ...column, address: column.address + 8 * (column.n - n), n };
}

/**
 * Smallest dimension, 2 or more, in which at most 1% of nearest neighbors are false; searched on the latest 5,000 values.
 */
export function chooseDimension(context: JobContext, chaos: ChaosKernels, whole: ScaledColumn, lag: Count, theiler: Count): FalseNeighbors {
  const column = newest(whole, MAX_VALUES);
  const shares: number[] = [];
  for (let dimension = 1; dimension <= MAX_DIMENSIONS; dimension++) {
    const points = column.n - dimension * lag;
    if (points < MIN_POINTS || points <= 2 * theiler + 1) break;
    const share = context.arena.scope(() => {
      const { search } = findNeighbors(context, chaos, column, { dimension, lag, theiler }, points);
      let count = 0;
      inChunks(context, points, CHUNK, (from, to) => {
        count += chaos.falseNeighbors(search, from, to, dimension * lag, MAX_GROWTH, MAX_SIZE);
      });
      return count / points;
    });
    shares.push(share);
    if (share <= FEW && dimension >= MIN_DIMENSIONS) return { shares, dimension };
  }
  return { shares, dimension: null };
}

/** First minimum of the average mutual information within `most` lags, of the latest 20,000 values; null if it only falls. */
export function chooseLagByInformation(context: JobContext, chaos: ChaosKernels, whole: ScaledColumn, most: Count): Count | null {
  const { arena } = context;
  const { address, n } = newest(whole, MAX_FOR_INFORMATION);
  return arena.scope(() => {
    const bins = Math.min(Math.max(Math.round(Math.sqrt(n / 20)), MIN_BINS), MAX_BINS);
    const order = arena.takeBytes(4 * n);
    const work = arena.takeBytes(chaos.sortOrderBytes(n));
    const classes = arena.takeBytes(n);
    const table = arena.takeBytes(4 * (bins * bins + 2 * bins));
    chaos.sortOrder(address, n, order, work);
    chaos.rankClasses(order, n, bins, classes);
    let before = Number.POSITIVE_INFINITY;
    for (let lag = 1; lag <= most; lag++) {
      context.checkpoint();
      const information = chaos.mutualInformation(classes, n, lag, bins, table);
      if (information > before) return lag - 1;
      before = information;
    }
    return null;
  });
}
