import type * as v from "valibot";
import { columnFor, simpleAsked } from "../../analyzed-column";
import { usualAxes } from "../../backtest/search-schema";
import { succeed } from "../../contract";
import { barsAround, sentimentIn } from "../../traded-bars";
import { questionSettings } from "../schema";
import { chosen } from "./columns";
import { type Numbers, question } from "./question";

const marketOf = (series: Numbers) => ({
  bars: barsAround(series.columns, chosen(series)),
  times: series.times,
  sentiment: sentimentIn(series.columns),
});

export const backtest = question({
  about: "A strategy on each series: returns, Sharpe ratio, drawdown, trades",
  of: "series",
  job: "run-backtest",
  settings: questionSettings.backtest,
  input: (series, { type, parameters, behavioralFactors, rules, ...account }) =>
    succeed({ ...account, ...marketOf(series), strategy: { type, parameters, behavioralFactors, rules } }),
});

type Searched = v.InferOutput<typeof questionSettings.sweep> | v.InferOutput<typeof questionSettings.optimize>;

const searchOf = (series: Numbers, { type, parameters, behavioralFactors, rules, axes, ...account }: Searched) =>
  succeed({ ...account, axes: axes ?? usualAxes(type), ...marketOf(series), strategy: { type, parameters, behavioralFactors, rules } });

export const sweep = question({
  about: "A strategy over a grid or random trials: the best and, for a grid, the most robust",
  of: "series",
  job: "sweep-backtest",
  settings: questionSettings.sweep,
  input: searchOf,
});

export const optimize = question({
  about: "A strategy optimized walk-forward: best parameters, Sharpe ratios in and out of sample, deflated Sharpe ratio",
  of: "series",
  job: "optimize-strategy",
  settings: questionSettings.optimize,
  input: searchOf,
  cells({ sweep: { axes, optimizedParams } }) {
    const best = { ...optimizedParams, ...optimizedParams.behavioralFactors };
    return Object.fromEntries(axes.map(({ parameter }) => [`best.${parameter}`, best[parameter]]));
  },
});

export const validate = question({
  about: "Walk-forward, cross-validation, overfitting and predictive ability, of strategies or a track record",
  of: "series",
  job: "validate-candidates",
  settings: questionSettings.validate,
  input: (series, { candidates, transactionCosts, slippage, behavioralAdjustment, direction, kind, unit, ...settings }) => {
    const trades = candidates.length > 0;
    const record = () => simpleAsked(series, columnFor(series, kind), kind, unit);
    return succeed({
      ...settings,
      candidates: trades ? candidates : null,
      market: trades ? marketOf(series) : null,
      record: trades ? null : { name: series.name, times: series.times, ...record() },
      backtest: { transactionCosts, slippage, behavioralAdjustment, direction },
    });
  },
});
