import * as v from "valibot";
import { backtestEntries, FORM_DATES } from "../../workers/backtest/schema";
import { DAY } from "../../workers/contract";
import { intervalEntries } from "../../workers/risk/schema";
import { emptied } from "../../workers/runtime/schema";

const { initialCapital, transactionCosts, slippage, positionSize, riskFree, periodsPerYear } = backtestEntries;
const { fixedCosts, unitCommission, minimumCommission, borrowFee } = backtestEntries;
const { behavioralAdjustment, direction, wholeUnits, closeAtEnd, allocation } = backtestEntries;
/** Settings whose boxes may be empty, with their defaults. */
const costs = { fixedCosts, unitCommission, minimumCommission, borrowFee };
const amounts = { initialCapital, transactionCosts, slippage, positionSize, ...costs, resamples: intervalEntries.iterations };
const isoDay = v.nullable(v.pipe(v.string(), v.isoDate()));

/** Every input of a backtest but data and strategy; shares are fractions of one. */
export const backtestSettingsSchema = v.object({
  startDate: isoDay,
  endDate: isoDay,
  ...emptied(amounts),
  behavioralAdjustment,
  direction,
  fill: v.picklist(["next-open", "same-close"]),
  wholeUnits,
  closeAtEnd,
  /** Null for the user's setting, as the steps per year. */
  ...emptied({ riskFree, annualization: periodsPerYear }),
  /** Columns that are traded with shared cash; null for one of them. */
  assets: v.nullable(v.array(v.string())),
  /** How several assets share the cash. */
  allocation,
  /** Column of the data that is traded; null for the one the reader picked. */
  column: v.nullable(v.string()),
  /** Hash of the series the strategy is compared with; null for buying and holding what is traded. */
  benchmark: v.nullable(v.string()),
});

export type BacktestSettings = v.InferOutput<typeof backtestSettingsSchema>;

/** Numbers of the form that the job is asked with. */
export type BacktestAmount = keyof Omit<typeof amounts, "resamples"> | "riskFree";

/** The specification's defaults where it has one. */
export const BACKTEST_DEFAULTS: BacktestSettings = {
  ...FORM_DATES,
  ...v.getDefaults(v.object({ ...amounts, behavioralAdjustment, direction, wholeUnits, closeAtEnd, allocation })),
  fill: "next-open",
  riskFree: null,
  annualization: null,
  assets: null,
  column: null,
  benchmark: null,
};

/** First and last moment of the settings; an end date counts to the end of its day. */
export const momentsOf = ({ startDate, endDate }: Pick<BacktestSettings, "startDate" | "endDate">) => ({
  startDate: startDate === null ? null : Date.parse(startDate),
  endDate: endDate === null ? null : Date.parse(endDate) + DAY - 1,
});
