import * as v from "valibot";
import { axesSchema, backtestEntries, strategyEntries, sweepSchema } from "../../backtest/schema";
import { succeed } from "../../contract";
import { candidatesEntries } from "../../validation/schema";
import { barsOf, chosen, sentimentOf } from "./columns";
import { type Numbers, question } from "./question";

const marketOf = (series: Numbers) => ({ bars: barsOf(series), times: series.times, sentiment: sentimentOf(series) });

export const backtest = question({
  about: "A strategy on each series: returns, Sharpe ratio, drawdown, trades",
  of: "series",
  job: "run-backtest",
  settings: v.object({ ...strategyEntries, ...backtestEntries }),
  input: (series, { type, parameters, behavioralFactors, rules, ...account }) =>
    succeed({ ...account, ...marketOf(series), strategy: { type, parameters, behavioralFactors, rules } }),
});

const { objective, keep } = sweepSchema.entries;

export const sweep = question({
  about: "A strategy over a grid of parameters: the best and the steadiest",
  of: "series",
  job: "sweep-backtest",
  settings: v.object({ ...strategyEntries, axes: axesSchema, objective, keep, ...backtestEntries }),
  input: (series, { type, parameters, behavioralFactors, rules, ...account }) =>
    succeed({ ...account, ...marketOf(series), strategy: { type, parameters, behavioralFactors, rules } }),
});

const { transactionCosts, slippage, behavioralAdjustment, direction } = backtestEntries;
/** Strategies to choose among; without any the series is a track record. */
const candidates = v.optional(v.array(v.object({ name: v.string(), strategy: v.object(strategyEntries) })), []);

export const validate = question({
  about: "Walk-forward, cross-validation, overfitting, superior ability: of strategies, or of a track record",
  of: "series",
  job: "validate-candidates",
  settings: v.object({ candidates, ...candidatesEntries, transactionCosts, slippage, behavioralAdjustment, direction }),
  input: (series, { candidates, transactionCosts, slippage, behavioralAdjustment, direction, ...settings }) => {
    const trades = candidates.length > 0;
    return succeed({
      ...settings,
      candidates: trades ? candidates : null,
      market: trades ? marketOf(series) : null,
      record: trades ? null : { name: series.name, values: chosen(series).values, times: series.times },
      backtest: { transactionCosts, slippage, behavioralAdjustment, direction },
    });
  },
});
