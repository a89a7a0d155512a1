import * as v from "valibot";
import { backtestEntries, FILLS, FORM_DATES } from "../../workers/backtest/schema";
import { DAY } from "../../workers/contract";
import { fitEntries } from "../../workers/regimes/schema";
import { intervalEntries } from "../../workers/risk/schema";
import { emptied, valuesOf } from "../../workers/runtime/schema";

const { initialCapital, transactionCosts, slippage, positionSize, riskFree, periodsPerYear } = backtestEntries;
const { fixedCosts, unitCommission, minimumCommission, borrowFee } = backtestEntries;
const { behavioralAdjustment, direction, wholeUnits, closeAtEnd, allocation } = backtestEntries;
/** Settings whose boxes may be empty, with their defaults. */
const amounts = { initialCapital, transactionCosts, slippage, positionSize, fixedCosts, unitCommission, minimumCommission, borrowFee };
const choices = { behavioralAdjustment, direction, wholeUnits, closeAtEnd };
const { iterations: resamples } = intervalEntries;
const day = v.nullable(v.pipe(v.string(), v.isoDate()));
/** Between which days; null: from the first, to the last. */
export const dateEntries = { startDate: day, endDate: day };

/** How an account trades: costs, size and fills. */
export const tradingEntries = { ...emptied(amounts), ...choices, fill: v.picklist(valuesOf(FILLS)) };
const tradingSchema = v.object(tradingEntries);
export type TradingSettings = v.InferOutput<typeof tradingSchema>;
export const TRADING_DEFAULTS: TradingSettings = { ...v.getDefaults(v.object({ ...amounts, ...choices })), fill: "next-open" };
/** Numeric trading settings. */
export type TradingAmount = keyof typeof amounts;

/** All inputs of a backtest except data and strategy; shares are fractions. */
export const backtestSettingsSchema = v.object({
  ...dateEntries,
  ...tradingEntries,
  ...emptied({ resamples }),
  /** Null: the user's setting; the same for steps per year. */
  ...emptied({ riskFree, annualization: periodsPerYear }),
  /** Columns traded with shared cash; null for a single one. */
  assets: v.nullable(v.array(v.string())),
  /** How several assets share the cash. */
  allocation,
  /** The traded column of the data; null for the one detected by the reader. */
  column: v.nullable(v.string()),
  /** Number and seed of the regimes by which performance is split; null for none. */
  regimes: v.nullable(v.object({ states: fitEntries.states, seed: fitEntries.seed })),
  /** Hash of the benchmark series; null: buying and holding what is traded. */
  benchmark: v.nullable(v.string()),
});

export type BacktestSettings = v.InferOutput<typeof backtestSettingsSchema>;

/** The specification's defaults where it defines them. */
export const BACKTEST_DEFAULTS: BacktestSettings = {
  ...FORM_DATES,
  ...TRADING_DEFAULTS,
  ...v.getDefaults(v.object({ resamples, allocation })),
  riskFree: null,
  annualization: null,
  assets: null,
  column: null,
  regimes: null,
  benchmark: null,
};

/** First and last time of the settings; the end date includes the whole day. */
export const momentsOf = ({ startDate, endDate }: Pick<BacktestSettings, "startDate" | "endDate">) => ({
  startDate: startDate === null ? null : Date.parse(startDate),
  endDate: endDate === null ? null : Date.parse(endDate) + DAY - 1,
});
