import * as v from "valibot";
import { backtestEntries, FORM_DATES } from "../../workers/backtest/schema";
import { DAY } from "../../workers/contract";
import { fitEntries } from "../../workers/regimes/schema";
import { intervalEntries } from "../../workers/risk/schema";
import { emptied } from "../../workers/runtime/schema";

const { initialCapital, transactionCosts, slippage, positionSize, riskFree, periodsPerYear } = backtestEntries;
const { fixedCosts, unitCommission, minimumCommission, borrowFee } = backtestEntries;
const { behavioralAdjustment, direction, wholeUnits, closeAtEnd, allocation } = backtestEntries;
/** Settings whose boxes may be empty, with their defaults. */
const amounts = { initialCapital, transactionCosts, slippage, positionSize, fixedCosts, unitCommission, minimumCommission, borrowFee };
const choices = { behavioralAdjustment, direction, wholeUnits, closeAtEnd };
const { iterations: resamples } = intervalEntries;
const isoDay = v.nullable(v.pipe(v.string(), v.isoDate()));

/** How an account trades: costs, size and fills. */
export const tradingEntries = { ...emptied(amounts), ...choices, fill: v.picklist(["next-open", "same-close"]) };
const tradingSchema = v.object(tradingEntries);
export type TradingSettings = v.InferOutput<typeof tradingSchema>;
export const TRADING_DEFAULTS: TradingSettings = { ...v.getDefaults(v.object({ ...amounts, ...choices })), fill: "next-open" };
/** Numbers of these, as jobs are asked with them. */
export type TradingAmount = keyof typeof amounts;

/** Every input of a backtest but data and strategy; shares are fractions of one. */
export const backtestSettingsSchema = v.object({
  startDate: isoDay,
  endDate: isoDay,
  ...tradingEntries,
  ...emptied({ resamples }),
  /** Null for the user's setting, as the steps per year. */
  ...emptied({ riskFree, annualization: periodsPerYear }),
  /** Columns that are traded with shared cash; null for one of them. */
  assets: v.nullable(v.array(v.string())),
  /** How several assets share the cash. */
  allocation,
  /** Column of the data that is traded; null for the one the reader picked. */
  column: v.nullable(v.string()),
  /** The regimes performance is split by, and the seed they are searched with; null for none. */
  regimes: v.nullable(v.object({ states: fitEntries.states, seed: fitEntries.seed })),
  /** Hash of the series the strategy is compared with; null for buying and holding what is traded. */
  benchmark: v.nullable(v.string()),
});

export type BacktestSettings = v.InferOutput<typeof backtestSettingsSchema>;

/** The specification's defaults where it has one. */
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

/** First and last moment of the settings; an end date counts to the end of its day. */
export const momentsOf = ({ startDate, endDate }: Pick<BacktestSettings, "startDate" | "endDate">) => ({
  startDate: startDate === null ? null : Date.parse(startDate),
  endDate: endDate === null ? null : Date.parse(endDate) + DAY - 1,
});
