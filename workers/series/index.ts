export { type Alignment, type AssetPrices, alignAssets, joinAssets, type PriceTable } from "./align";
export { beyondRange } from "./beyond-range";
export { choicesSchema, MAX_FORM, NO_CHOICES, soundForms, splitName } from "./choices-schema";
export { distinctNames } from "./distinct-names";
export { futureDates, isWeekend, type Rhythm, rhythmOf } from "./future-dates";
export { EarlyDigests, hashColumns, isContentHash, matchesHash, setSha256 } from "./hash";
export { indicatorColumn, rsiWarmUp } from "./indicator-columns";
export * as seriesTexts from "./messages";
export {
  areLevels,
  kindOf,
  nonPositive,
  type Returns,
  returnsAt,
  returnUnitOf,
  type SeriesKind,
  simpleInPlace,
  toReturns,
  type UnitChoice,
} from "./returns";
export { ShortNames, shortName } from "./short-names";
export { type PreparedSeries, type StandardizedSeries, standardize, standardizeInto, subsampleOf } from "./standardize";
