import type { SeriesToken } from "../../charts/chart-spec";

/** More assets than this cannot be distinguished by color. */
export const MAX_COLORS = 7;

/**
 * Color of an asset by its index, the same in every chart of the screen; the first series color is the accent, which marks the chosen
 * portfolio.
 */
export const colorOf = (asset: number): SeriesToken => `series-${2 + (asset % MAX_COLORS)}` as SeriesToken;
