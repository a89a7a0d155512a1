export { type Alignment, type AssetPrices, alignAssets, joinAssets, type PriceTable } from "./align";
export { beyondRange } from "./beyond-range";
export { choicesSchema } from "./choices-schema";
export { futureDates, isWeekend, type Rhythm, rhythmOf } from "./future-dates";
export { hashColumns, isContentHash, matchesHash, setSha256 } from "./hash";
export { indicatorColumn, rsiWarmUp } from "./indicator-columns";
export * as seriesTexts from "./messages";
export { kindOf, nonPositive, type Returns, type SeriesKind, toReturns } from "./returns";
export { type PreparedSeries, type StandardizedSeries, standardize, standardizeInto, subsampleOf } from "./standardize";
