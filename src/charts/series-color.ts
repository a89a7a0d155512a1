import type { ColorToken, SeriesToken } from "./chart-spec";

const COLORS: SeriesToken[] = ["series-1", "series-2", "series-3", "series-4", "series-5", "series-6", "series-7", "series-8"];

/** Color of the n-th category, from 0; repeats after eight. */
export const seriesColor = (index: number): ColorToken => COLORS[index % COLORS.length];
