import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Simple returns. Sharpe: (mean - rate/steps) / deviation (n - 1) x sqrt(steps); Sortino: downside over all n returns. The rate is per year, simple.",
  "Historical value at risk: quantile (type 7) over the lookback; expected shortfall: mean of the returns at or below it. Population skewness and excess kurtosis.",
];

export const riskScript: ScriptTemplate = {
  python: {
    notes: [
      "Written for numpy 1.24, pandas 1.5 and scipy 1.10; quantstats and empyrical give the same figures, with the rate per step or per year depending on the argument.",
      ...CONVENTIONS,
    ],
    code: `
import pandas as pd
from scipy import stats

values = pd.Series(data["values"])
if settings["kind"] == "values":
    r = values.pct_change().dropna()
    wealth = values
else:
    r = values / (100.0 if settings["unit"] == "percent" else 1.0)
    if settings["kind"] == "log-returns":
        r = np.expm1(r)
    wealth = pd.concat([pd.Series([1.0]), (1 + r).cumprod()])
steps, target = settings["perYear"], settings["riskFree"] / settings["perYear"]
excess = r - target
report("pandas", "totalReturn", wealth.iloc[-1] / wealth.iloc[0] - 1)
report("pandas", "annualReturn", r.mean() * steps)
report("pandas", "volatility", r.std() * np.sqrt(steps))
report("pandas", "sharpe", excess.mean() / r.std() * np.sqrt(steps))
report("pandas", "sortino", excess.mean() / np.sqrt((excess.clip(upper=0) ** 2).mean()) * np.sqrt(steps))
falls = wealth / wealth.cummax() - 1
report("pandas", "maxDrawdown", falls.min())
report("pandas", "omega", excess.clip(lower=0).sum() / -excess.clip(upper=0).sum())
report("pandas", "ulcer", np.sqrt((falls.iloc[1:] ** 2).mean()))
report("scipy", "skewness", stats.skew(r))
report("scipy", "kurtosis", stats.kurtosis(r))
level = 1 - settings["confidence"]
newest = r.iloc[-int(settings["lookback"]):]
report("pandas", "historicalVar", -newest.quantile(level))
report("pandas", "historicalShortfall", -newest[newest <= newest.quantile(level)].mean())
z = stats.norm.ppf(level)
report("scipy", "parametricVar", -(newest.mean() + newest.std() * z))
report("scipy", "parametricShortfall", -newest.mean() + newest.std() * stats.norm.pdf(z) / level)
`,
  },
  r: {
    notes: ["Written for R 4.2; PerformanceAnalytics 2.0 is used if installed.", ...CONVENTIONS],
    code: `
values <- data[["values"]]
if (settings[["kind"]] == "values") {
  r <- diff(values) / head(values, -1)
  wealth <- values
} else {
  r <- values / (if (identical(settings[["unit"]], "percent")) 100 else 1)
  if (settings[["kind"]] == "log-returns") r <- expm1(r)
  wealth <- c(1, cumprod(1 + r))
}
steps <- settings[["perYear"]]
target <- settings[["riskFree"]] / steps
excess <- r - target
falls <- wealth / cummax(wealth) - 1
m <- mean(r)
moment <- function(power) mean((r - m)^power)
level <- 1 - settings[["confidence"]]
newest <- tail(r, settings[["lookback"]])
edge <- quantile(newest, level, type = 7, names = FALSE)
z <- qnorm(level)
report("R", "totalReturn", tail(wealth, 1) / wealth[1] - 1)
report("R", "annualReturn", m * steps)
report("R", "volatility", sd(r) * sqrt(steps))
report("R", "sharpe", mean(excess) / sd(r) * sqrt(steps))
report("R", "sortino", mean(excess) / sqrt(mean(pmin(excess, 0)^2)) * sqrt(steps))
report("R", "maxDrawdown", min(falls))
report("R", "omega", sum(pmax(excess, 0)) / -sum(pmin(excess, 0)))
report("R", "ulcer", sqrt(mean(falls[-1]^2)))
report("R", "skewness", moment(3) / moment(2)^1.5)
report("R", "kurtosis", moment(4) / moment(2)^2 - 3)
report("R", "historicalVar", -edge)
report("R", "historicalShortfall", -mean(newest[newest <= edge]))
report("R", "parametricVar", -(mean(newest) + sd(newest) * z))
report("R", "parametricShortfall", -mean(newest) + sd(newest) * dnorm(z) / level)
if (requireNamespace("PerformanceAnalytics", quietly = TRUE)) {
  dated <- xts::xts(r, order.by = as.Date("2000-01-01") + seq_along(r))
  program <- paste("PerformanceAnalytics", packageVersion("PerformanceAnalytics"))
  report(program, "maxDrawdown", -PerformanceAnalytics::maxDrawdown(dated))
  report(program, "sharpe", PerformanceAnalytics::SharpeRatio.annualized(dated, Rf = target, scale = steps, geometric = FALSE))
  report(program, "historicalVar", -PerformanceAnalytics::VaR(tail(dated, length(newest)), p = settings[["confidence"]], method = "historical"))
} else cat("PerformanceAnalytics is not installed: install.packages(\\"PerformanceAnalytics\\")\\n")
`,
  },
};
