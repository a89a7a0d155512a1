import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Factors of one series, from its prices and volumes: z-scores over the lookback, from 20 available values, with sample deviations. Information coefficient: Spearman's rank correlation with the log return over the horizon, in rolling windows.",
  "The information ratio uses non-overlapping windows, counted back from the latest; the Newey-West t uses all windows, with as many lags as they overlap. The position is the sign of the factor at the previous close.",
  "The permutation p-value is random and not compared.",
];

/** Factors of one series. */
export const factorsScript: ScriptTemplate = {
  python: {
    notes: ["Written for pandas 1.5 and scipy 1.10.", ...CONVENTIONS],
    code: `
import pandas as pd
from scipy import stats

close = pd.Series(data["close"])
logs = np.log(close)
lookback, short = int(settings["lookback"]), int(settings["volatilityWindow"])
window, horizon = int(settings["window"]), int(settings["horizon"])


def exact(values, length, least, figure):
    """Each window separately: running sums would round differently."""
    return values.rolling(length, min_periods=least).apply(figure, raw=True)


def score(values):
    def of(part):
        known = part[~np.isnan(part)]
        if np.isnan(part[-1]) or len(known) < 20:
            return np.nan
        spread = known.std(ddof=1)
        return (part[-1] - known.mean()) / spread if spread > 0 else np.nan

    return exact(values, lookback, 1, of)


def deviation(values, length, least):
    return exact(values, length, least, lambda part: np.nanstd(part, ddof=1)).where(values.notna())


def momentum():
    parts = pd.DataFrame({int(lag): score(logs.diff(int(lag))) for lag in np.atleast_1d(settings["momentumPeriods"])})
    return parts.mean(axis=1)


def volume_trend():
    length = int(settings["volumeWindow"])
    volume = pd.Series(data["volume"])
    t = np.arange(length) - (length - 1) / 2
    slope = exact(np.log(volume), length, length, lambda part: part @ t / (t @ t))
    return score(slope) * np.sign(logs.diff(length))


def calm():
    r = logs.diff()
    return score(-deviation(r, short, short) / deviation(r, lookback, min(2 * short, lookback)))


made = {"1": momentum, "2": volume_trend, "5": calm}
future = logs.shift(-horizon) - logs
simple = close.pct_change()
for number in np.atleast_1d(settings["factors"]):
    name = f"{int(number)}"
    factor = made[name]()
    pairs = pd.DataFrame({"x": factor, "y": future}).dropna()
    size = min(window, max(2, len(pairs)))
    ends = range(size - 1, len(pairs))
    x, y = pairs["x"].to_numpy(), pairs["y"].to_numpy()
    rolling = np.array([stats.spearmanr(x[t - size + 1: t + 1], y[t - size + 1: t + 1])[0] for t in ends])
    alone = rolling[::-1][::size]
    report("scipy", f"factor {name}, mean IC", np.mean(alone))
    if len(alone) > 1:
        report("scipy", f"factor {name}, information ratio", np.mean(alone) / np.std(alone, ddof=1))
    lags = size + horizon - 2
    if len(rolling) > lags + 1:
        e = rolling - rolling.mean()
        total = e @ e + 2 * sum((1 - k / (lags + 1)) * (e[k:] @ e[:-k]) for k in range(1, lags + 1))
        if total > 0:
            report("numpy", f"factor {name}, t by Newey and West", rolling.mean() / np.sqrt(total) * len(rolling))
    first = int(np.argmax(factor.notna().to_numpy()))
    gains = (np.sign(factor).shift(1).fillna(0) * simple).iloc[first + 1:]
    report("pandas", f"factor {name}, performance", (1 + gains).prod() - 1)
    report("pandas", f"factor {name}, mean", gains.mean() * settings["perYear"])
    report("pandas", f"factor {name}, volatility", gains.std() * np.sqrt(settings["perYear"]))
    report("pandas", f"factor {name}, last", factor.iloc[-1])
`,
  },
  r: {
    notes: ["Written for R 4.2.", ...CONVENTIONS],
    code: `
close <- data[["close"]]
logs <- log(close)
n <- length(close)
lookback <- settings[["lookback"]]
short <- settings[["volatilityWindow"]]
window <- settings[["window"]]
horizon <- settings[["horizon"]]
change <- function(lag) c(rep(NA, lag), diff(logs, lag))
rolling <- function(values, length_of, figure) sapply(seq_along(values), function(t) figure(values[max(1, t - length_of + 1):t]))
score <- function(values) rolling(values, lookback, function(part) {
  known <- part[!is.na(part)]
  if (is.na(tail(part, 1)) || length(known) < 20) return(NA)
  spread <- sd(known)
  if (spread > 0) (tail(part, 1) - mean(known)) / spread else NA
})
deviation <- function(values, length_of, least) rolling(values, length_of, function(part) {
  known <- part[!is.na(part)]
  if (is.na(tail(part, 1)) || length(known) < least) NA else sd(known)
})
made <- list(
  "1" = function() rowMeans(sapply(settings[["momentumPeriods"]], function(lag) score(change(lag))), na.rm = TRUE),
  "2" = function() {
    length_of <- settings[["volumeWindow"]]
    t <- seq_len(length_of) - (length_of + 1) / 2
    volumes <- log(data[["volume"]])
    slope <- sapply(seq_len(n), function(end) if (end < length_of) NA else sum(volumes[(end - length_of + 1):end] * t) / sum(t^2))
    score(slope) * sign(change(length_of))
  },
  "5" = function() score(-deviation(change(1), short, short) / deviation(change(1), lookback, min(2 * short, lookback)))
)
future <- c(logs[-seq_len(horizon)], rep(NA, horizon)) - logs
simple <- c(NA, diff(close) / head(close, -1))
for (number in settings[["factors"]]) {
  factor_values <- made[[as.character(number)]]()
  factor_values[is.nan(factor_values)] <- NA
  whole <- !is.na(factor_values) & !is.na(future)
  x <- factor_values[whole]
  y <- future[whole]
  size <- min(window, max(2, length(x)))
  correlations <- sapply(size:length(x), function(t) cor(x[(t - size + 1):t], y[(t - size + 1):t], method = "spearman"))
  alone <- rev(correlations)[seq(1, length(correlations), by = size)]
  key <- function(words) sprintf("factor %d, %s", number, words)
  report("R", key("mean IC"), mean(alone))
  if (length(alone) > 1) report("R", key("information ratio"), mean(alone) / sd(alone))
  lags <- size + horizon - 2
  count <- length(correlations)
  if (count > lags + 1) {
    e <- correlations - mean(correlations)
    total <- sum(e^2) + 2 * sum(sapply(seq_len(lags), function(k) (1 - k / (lags + 1)) * sum(e[(k + 1):count] * e[1:(count - k)])))
    if (total > 0) report("R", key("t by Newey and West"), mean(correlations) / sqrt(total) * count)
  }
  first <- which(!is.na(factor_values))[1]
  before <- c(0, head(sign(factor_values), -1))
  before[is.na(before)] <- 0
  gains <- (before * simple)[(first + 1):n]
  report("R", key("performance"), prod(1 + gains) - 1)
  report("R", key("mean"), mean(gains) * settings[["perYear"]])
  report("R", key("volatility"), sd(gains) * sqrt(settings[["perYear"]]))
  report("R", key("last"), tail(factor_values, 1))
}
`,
  },
};
