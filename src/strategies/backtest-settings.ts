import * as v from "valibot";

const amount = v.nullable(v.pipe(v.number(), v.finite()));
const isoDay = v.nullable(v.pipe(v.string(), v.isoDate()));

/** Every input of a backtest but data and strategy; shares are fractions of one. */
export const backtestSettingsSchema = v.object({
  startDate: isoDay,
  endDate: isoDay,
  initialCapital: amount,
  transactionCosts: amount,
  slippage: amount,
  behavioralAdjustment: v.boolean(),
  direction: v.picklist(["long-only", "long-short"]),
  fill: v.picklist(["next-open", "same-close"]),
  positionSize: amount,
  fixedCosts: amount,
  wholeUnits: v.boolean(),
  closeAtEnd: v.boolean(),
  /** A year, as a fraction; null for the person's setting. */
  riskFree: amount,
  /** Steps per year; null for the person's setting. */
  annualization: amount,
  /** Columns that are traded with shared cash; null for one of them. */
  assets: v.nullable(v.array(v.string())),
  /** How several assets share the cash. */
  allocation: v.picklist(["equal", "first-come"]),
  /** Column of the data that is traded; null for the one the reader picked. */
  column: v.nullable(v.string()),
  /** Hash of the series the strategy is compared with; null for buying and holding what is traded. */
  benchmark: v.nullable(v.string()),
});

export type BacktestSettings = v.InferOutput<typeof backtestSettingsSchema>;

/** The specification's defaults where it has one. */
export const BACKTEST_DEFAULTS: BacktestSettings = {
  startDate: "2023-01-01",
  endDate: "2023-12-31",
  initialCapital: 1_000_000,
  transactionCosts: 0.001,
  slippage: 0.001,
  behavioralAdjustment: true,
  direction: "long-only",
  fill: "next-open",
  positionSize: 1,
  fixedCosts: 0,
  wholeUnits: false,
  closeAtEnd: false,
  riskFree: null,
  annualization: null,
  assets: null,
  allocation: "equal",
  column: null,
  benchmark: null,
};

/** What a link carries: names of columns and hashes belong to the data. */
export const sharedSettings = ({ column: _, benchmark: __, assets: ___, ...settings }: BacktestSettings) => settings;

const DAY = 86_400_000;

/** First and last moment of the settings; an end date counts to the end of its day. */
export const momentsOf = ({ startDate, endDate }: Pick<BacktestSettings, "startDate" | "endDate">) => ({
  startDate: startDate === null ? null : Date.parse(startDate),
  endDate: endDate === null ? null : Date.parse(endDate) + DAY - 1,
});
