import { PYTHON_ENGINE } from "./backtest-python";
import { R_ENGINE } from "./backtest-r";
import type { ScriptTemplate } from "./script";

export const TRADING_RULES = [
  "Orders decided at a close are filled at the next open (at the next close without opens, at the same close if chosen). Slippage moves the fill against the order; costs are a fraction of the traded value.",
  "Within a bar: an exit at the open, a stop or goal the open has gapped through, an entry at the open, then a stop before a goal between low and high. After a stop a side waits until its score has left it.",
  "Momentum: log return over the lookback over its standard error. Mean reversion: distance below the mean in sample deviations. Deviations of returns use at least 20 rows.",
];

const FIGURES = [
  "Returns of the account from close to close. Sharpe: (mean - rate/steps) / deviation (n - 1) x sqrt(steps); Sortino: downside over all n returns; CAGR: by calendar time if rows have dates.",
];

/** One strategy on one instrument. */
export const backtestScript: ScriptTemplate = {
  python: {
    notes: [
      "Written for numpy 1.24. It scores and trades the bars itself; backtesting.py and vectorbt also fill at the next open, but size positions and order stops differently.",
      ...TRADING_RULES,
      ...FIGURES,
    ],
    code: `${PYTHON_ENGINE}

def report_run(program, prefix, adjust):
    score, longs, shorts = decisions(close, settings["strategy"], int(settings["lookback"]), settings["targetVolatility"], settings["weights"], adjust)
    rules = rules_of(settings["strategy"], settings["lookback"], settings["threshold"], settings["exitThreshold"], settings["stopLoss"],
                     settings["takeProfit"], settings["trailingStop"])
    equity, account = trade(bars, score, longs, shorts, rules, int(settings["first"]))
    r = equity[1:] / equity[:-1] - 1
    steps, target = settings["perYear"], settings["riskFree"] / settings["perYear"]
    profits = np.array(account.profits)
    report(program, prefix + "finalEquity", equity[-1])
    report(program, prefix + "totalReturn", equity[-1] / equity[0] - 1)
    report(program, prefix + "cagr", (equity[-1] / equity[0]) ** (1 / (settings["years"] or len(r) / steps)) - 1)
    report(program, prefix + "maxDrawdown", (equity / np.maximum.accumulate(equity) - 1).min())
    report(program, prefix + "trades", len(profits))
    report(program, prefix + "netProfit", profits.sum())
    report(program, prefix + "costs", account.costs)
    report(program, prefix + "orders", account.orders)
    if r.std() > 0:
        report(program, prefix + "sharpe", (r.mean() - target) / r.std(ddof=1) * np.sqrt(steps))
        report(program, prefix + "sortino", (r.mean() - target) / np.sqrt(np.mean(np.minimum(r - target, 0) ** 2)) * np.sqrt(steps))
    if not prefix:
        report(program, "exposure", account.rows_held / len(equity))
        if len(profits) > 0:
            report(program, "winRate", (profits > 0).mean())
        if (profits < 0).any():
            report(program, "profitFactor", profits[profits > 0].sum() / -profits[profits < 0].sum())


report_run("numpy", "", settings["adjust"])
if settings["adjust"]:
    report_run("numpy", "unadjusted ", False)
`,
  },
  r: {
    notes: ["Written for R 4.2, which scores and trades the bars itself.", ...TRADING_RULES, ...FIGURES],
    code: `${R_ENGINE}
report_run <- function(prefix, adjust) {
  signals <- decisions(bars$close, settings[["strategy"]], settings[["lookback"]], settings[["targetVolatility"]], settings[["weights"]], adjust)
  rules <- rules_of(settings[["strategy"]], settings[["lookback"]], settings[["threshold"]], settings[["exitThreshold"]], settings[["stopLoss"]],
                    settings[["takeProfit"]], settings[["trailingStop"]])
  done <- trade(bars, signals, rules, settings[["first"]] + 1)
  equity <- done$equity
  profits <- done$account$profits
  r <- diff(equity) / head(equity, -1)
  steps <- settings[["perYear"]]
  target <- settings[["riskFree"]] / steps
  growth <- tail(equity, 1) / equity[1]
  report("R", paste0(prefix, "finalEquity"), tail(equity, 1))
  report("R", paste0(prefix, "totalReturn"), growth - 1)
  report("R", paste0(prefix, "cagr"), growth^(1 / (if (is.na(settings[["years"]])) length(r) / steps else settings[["years"]])) - 1)
  report("R", paste0(prefix, "maxDrawdown"), min(equity / cummax(equity) - 1))
  report("R", paste0(prefix, "trades"), length(profits))
  report("R", paste0(prefix, "netProfit"), sum(profits))
  report("R", paste0(prefix, "costs"), done$account$costs)
  report("R", paste0(prefix, "orders"), done$account$orders)
  if (sd(r) > 0) {
    report("R", paste0(prefix, "sharpe"), (mean(r) - target) / sd(r) * sqrt(steps))
    report("R", paste0(prefix, "sortino"), (mean(r) - target) / sqrt(mean(pmin(r - target, 0)^2)) * sqrt(steps))
  }
  if (prefix == "") {
    report("R", "exposure", done$account$held / length(equity))
    if (length(profits) > 0) report("R", "winRate", mean(profits > 0))
    if (any(profits < 0)) report("R", "profitFactor", sum(profits[profits > 0]) / -sum(profits[profits < 0]))
  }
}
report_run("", settings[["adjust"]])
if (settings[["adjust"]]) report_run("unadjusted ", FALSE)
`,
  },
};
