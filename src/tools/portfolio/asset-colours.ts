import type { SeriesToken } from "../../charts/chart-spec";

/** More assets than this cannot be told apart by colour. */
export const MOST_COLOURS = 7;

/** Colour of an asset by its place, the same in every chart of the screen; the first colour of all is the accent's, which marks what was chosen. */
export const colourOf = (asset: number): SeriesToken => `series-${2 + (asset % MOST_COLOURS)}` as SeriesToken;
