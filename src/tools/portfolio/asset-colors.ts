import type { SeriesToken } from "../../charts/chart-spec";

/** More assets than this cannot be distinguished by color. */
export const MAX_COLORS = 7;

/** Color of an asset by its place, the same in every chart of the screen; the first color of all is the accent's, which marks what was chosen. */
export const colorOf = (asset: number): SeriesToken => `series-${2 + (asset % MAX_COLORS)}` as SeriesToken;
