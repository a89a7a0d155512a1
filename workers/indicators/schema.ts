import * as v from "valibot";
import { yearEntries } from "../performance/schema";
import { numeric, refuses } from "../runtime/schema";

/** A number with a default. */
type Entry = v.GenericSchema<number | undefined, number>;

const bars = (label: string, usual: number, min = 1): Entry =>
  v.optional(numeric({ label, unit: "bars", whole: true, min, max: 10_000, refusal: refuses("indicators/period", { min }) }), usual);

const width = numeric({
  label: "Width",
  unit: "standard deviations",
  above: 0,
  max: 10,
  refusal: refuses("indicators/width"),
});

/** The settings of each indicator, with their defaults and limits. */
export const indicatorEntries = {
  sma: { period: bars("Period", 20) },
  ema: { period: bars("Period", 20) },
  wma: { period: bars("Period", 20) },
  vwap: { period: bars("Period", 20) },
  bollinger: { period: bars("Period", 20, 2), width: v.optional(width, 2) },
  donchian: { period: bars("Period", 20) },
  macd: { fast: bars("Fast period", 12), slow: bars("Slow period", 26), signal: bars("Signal period", 9) },
  rsi: { period: bars("Period", 14) },
  rsiSimple: { period: bars("Period", 14) },
  rsiFirst: { period: bars("Period", 14) },
  stochastic: { period: bars("Period", 14), slowing: bars("Slowing", 3), signal: bars("Signal period", 3) },
  atr: { period: bars("Period", 14) },
  adx: { period: bars("Period", 14) },
  obv: {},
  volatility: { period: bars("Period", 21, 2), periodsPerYear: yearEntries.periodsPerYear },
  garch: { periodsPerYear: yearEntries.periodsPerYear },
  regimes: {},
} as const satisfies Record<string, Record<string, Entry>>;

export type IndicatorKind = keyof typeof indicatorEntries;
/** Indicators with a fitted model, over the whole price. */
export type FittedKind = "garch" | "regimes";
/** The settings of an indicator, by name. */
export type IndicatorSettings = Readonly<Record<string, number>>;

/** Inputs of an indicator besides the closes. */
export type IndicatorNeed = "range" | "volume";
export const INDICATOR_NEEDS: Partial<Record<IndicatorKind, readonly IndicatorNeed[]>> = {
  vwap: ["range", "volume"],
  donchian: ["range"],
  stochastic: ["range"],
  atr: ["range"],
  adx: ["range"],
  obv: ["volume"],
};

/** The settings of one indicator, by name, from `indicatorEntries`. */
export const entriesOf = (kind: IndicatorKind): Readonly<Record<string, Entry>> => indicatorEntries[kind];

/** Validates the settings of an indicator and fills in defaults. */
export const indicatorSchema = (kind: IndicatorKind): v.GenericSchema<unknown, IndicatorSettings> =>
  v.pipe(
    v.object(entriesOf(kind)),
    v.check(({ fast, slow }: IndicatorSettings) => kind !== "macd" || fast < slow, refuses("indicators/periodOrder")),
  );

/** Settings of a measurement between two rows. */
export const measureSchema = v.object({ periodsPerYear: yearEntries.periodsPerYear });

const point = v.object({ row: v.pipe(v.number(), v.integer(), v.minValue(0)), value: v.pipe(v.number(), v.finite()) });

/** Maximum length of a note. */
export const MAX_NOTE = 300;
/** Maximum number of drawings per series. */
export const MAX_DRAWINGS = 100;

/** A user's drawing on the price of a series: a level, a line or a measurement between two rows, or a note at one. */
export const drawingSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
  kind: v.picklist(["level", "trend", "measure", "note"]),
  from: point,
  /** The other end, for drawings that have one. */
  to: v.nullable(point),
  /** Free text: displayed only, never interpreted. */
  text: v.pipe(v.string(), v.maxLength(MAX_NOTE)),
});
export type Drawing = v.InferOutput<typeof drawingSchema>;
