import { TRADING_RULES } from "./backtest";
import { PYTHON_ENGINE } from "./backtest-python";
import { R_ENGINE } from "./backtest-r";
import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Every trial is run again over all rows and over the rows in sample of each window; trials and windows are numbered from 1, those of a grid with the last parameter running fastest. Random trials are listed as they were drawn.",
  "`current` is of the parameters as they were. The most robust combination of a grid has the highest mean objective over itself and its neighbors, within one step on every axis.",
  "The choice of a window is the first trial with the highest objective in sample. It trades the rows that follow, as the original parameters do; the row before these only decides. `proposed` is the choice of the latest rows.",
  "Sharpe: (mean - rate/steps) / deviation (n - 1) x sqrt(steps); Calmar: CAGR over the maximum drawdown. PSR and DSR: Bailey and Lopez de Prado (2012, 2014), every trial counted as independent, kurtosis not in excess.",
];

const PYTHON = `
from itertools import product
from statistics import NormalDist

FACTORS = ("momentum", "meanReversion", "sentiment")
normal = NormalDist()
steps, target = settings["perYear"], settings["riskFree"] / settings["perYear"]
values = [settings["values of " + name] for name in settings["varied"]]
trials = list(zip(*values)) if settings["paired"] else list(product(*values))
known_signals = {}


def strategy_of(trial):
    own = {name: settings[name] for name in ("lookback", "threshold", "exitThreshold", "stopLoss", "takeProfit", "trailingStop", "targetVolatility")}
    weights = dict(zip(FACTORS, settings["weights"]))
    for name, value in zip(settings["varied"], trial):
        (weights if name in weights else own)[name] = value
    return own, tuple(weights[name] for name in FACTORS)


def wealth_of(strategy, first, n):
    own, weights = strategy
    key = (own["lookback"], own["targetVolatility"], weights)
    if key not in known_signals:
        known_signals[key] = decisions(close, settings["strategy"], int(own["lookback"]), own["targetVolatility"], weights, settings["adjust"])
    rules = rules_of(settings["strategy"], own["lookback"], own["threshold"], own["exitThreshold"], own["stopLoss"], own["takeProfit"], own["trailingStop"])
    part = tuple(None if column is None else column[:n] for column in bars)
    return trade(part, *known_signals[key], rules, first)[0]


def figures_of(wealth, years):
    if wealth.min() <= 0:
        return None
    r = wealth[1:] / wealth[:-1] - 1
    years = len(r) / steps if np.isnan(years) else years
    drawdown = (wealth / np.maximum.accumulate(wealth) - 1).min()
    found = {"returns": wealth[-1] / wealth[0] - 1, "maxDrawdown": drawdown, "sharpeRatio": np.nan, "calmar": np.nan, "skewness": 0.0, "kurtosis": 3.0}
    if drawdown < 0:
        found["calmar"] = ((wealth[-1] / wealth[0]) ** (1 / years) - 1) / -drawdown
    if r.std() > 1e-14 * abs(r.mean()):
        centered = r - r.mean()
        found["sharpeRatio"] = (r.mean() - target) / r.std(ddof=1) * np.sqrt(steps)
        found["skewness"] = np.mean(centered**3) / np.mean(centered**2) ** 1.5
        found["kurtosis"] = np.mean(centered**4) / np.mean(centered**2) ** 2
    return found


def psr_of(figures, n, at_least):
    sharpe = figures["sharpeRatio"] / np.sqrt(steps)
    error = 1 - figures["skewness"] * sharpe + (figures["kurtosis"] - 1) / 4 * sharpe**2
    return normal.cdf((sharpe - at_least) * np.sqrt(n - 1) / np.sqrt(error))


def is_sound(own):
    return not any(np.isnan(value) for value in own.values()) and abs(own["exitThreshold"]) <= own["threshold"]


def best_of(found, figure):
    known = [place for place, figures in enumerate(found) if figures and not np.isnan(figures[figure])]
    return max(known, key=lambda place: found[place][figure]) if known else None


strategies = [strategy_of(trial) for trial in trials]
original = strategy_of(())
starts, splits, ends = ([int(row) for row in settings[name]] for name in ("from", "split", "to"))
first, n = int(settings["first"]), len(close)
ranges = [(first, n), *zip(starts, splits)]
if splits:
    ranges.append((n - (splits[0] - starts[0]), n))
found = [
    [figures_of(wealth_of(strategy, *rows), years) if is_sound(strategy[0]) else None for strategy in strategies]
    for rows, years in zip(ranges, settings["years"])
]
choices = [best_of(of_range, settings["objective"]) for of_range in found]

report("numpy", "combinations", len(trials))
report("numpy", "best", choices[0] + 1)
for figure in ("sharpeRatio", "returns", "maxDrawdown"):
    report("numpy", f"in sample: {figure}", found[0][choices[0]][figure])
now = figures_of(wealth_of(original, first, n), settings["years"][0])
for figure in ("sharpeRatio", "returns", "maxDrawdown") if now else ():
    report("numpy", f"current: {figure}", now[figure])
if not settings["paired"]:
    scores = np.array([figures[settings["objective"]] if figures else np.nan for figures in found[0]])
    places = np.array(list(product(*(range(len(one)) for one in values))))
    near = (np.abs(places - place).max(axis=1) <= 1 for place in places[~np.isnan(scores)])
    report("numpy", "most robust", max(np.nanmean(scores[around]) for around in near))
top = best_of(found[0], "sharpeRatio")
if top is not None:
    sharpes = np.array([figures["sharpeRatio"] for figures in found[0] if figures]) / np.sqrt(steps)
    sharpes = sharpes[~np.isnan(sharpes)]
    count, rows = len(sharpes), n - first - 1
    variance = sharpes.var(ddof=1) if count > 1 else 1 / (rows - 1)
    largest = 0.0
    if count > 1:
        largest = (1 - np.euler_gamma) * normal.inv_cdf(1 - 1 / count) + np.euler_gamma * normal.inv_cdf(1 - 1 / (count * np.e))
    report("numpy", "trials", count)
    report("numpy", "psr", psr_of(found[0][top], rows, 0.0))
    report("numpy", "dsr", psr_of(found[0][top], rows, np.sqrt(variance) * largest))
if splits and choices[-1] is not None:
    report("numpy", "proposed", choices[-1] + 1)

joined = {"optimized": [], "original": []}
for k, (split, end) in enumerate(zip(splits, ends), 1):
    choice = choices[k]
    if choice is not None:
        report("numpy", f"window {k}: choice", choice + 1)
        report("numpy", f"window {k}: in sample", found[k][choice][settings["objective"]])
    for name, strategy in (("optimized", original if choice is None else strategies[choice]), ("original", original)):
        wealth = wealth_of(strategy, split - 1, end)
        joined[name].append(wealth[1:] / wealth[:-1] - 1)
        report("numpy", f"window {k}: {name}", wealth[-1] / wealth[0] - 1)
for name, parts in joined.items() if splits else ():
    r = np.concatenate(parts)
    whole = figures_of(np.concatenate([[1.0], np.cumprod(1 + r)]), np.nan)
    for figure in ("sharpeRatio", "returns", "maxDrawdown"):
        report("numpy", f"{name}: {figure}", whole[figure])
    if name == "optimized" and not np.isnan(whole["sharpeRatio"]):
        report("numpy", "outOfSamplePsr", psr_of(whole, len(r), 0.0))
`;

const R = `
factors_of <- c("momentum", "meanReversion", "sentiment")
steps <- settings[["perYear"]]
target <- settings[["riskFree"]] / steps
varied <- settings[["varied"]]
values <- lapply(varied, function(name) settings[[paste("values of", name)]])
trials <- if (settings[["paired"]]) do.call(cbind, values) else as.matrix(expand.grid(rev(values)))[, rev(seq_along(values)), drop = FALSE]
trials <- unname(trials)

strategy_of <- function(trial) {
  own <- unlist(settings[c("lookback", "threshold", "exitThreshold", "stopLoss", "takeProfit", "trailingStop", "targetVolatility")])
  own <- c(own, setNames(settings[["weights"]], factors_of))
  if (length(trial) > 0) own[varied] <- trial
  own
}
wealth_of <- function(own, first, n) {
  signals <- decisions(bars$close, settings[["strategy"]], own[["lookback"]], own[["targetVolatility"]], own[factors_of], settings[["adjust"]])
  rules <- rules_of(settings[["strategy"]], own[["lookback"]], own[["threshold"]], own[["exitThreshold"]], own[["stopLoss"]],
                    own[["takeProfit"]], own[["trailingStop"]])
  trade(lapply(bars, function(column) if (is.null(column)) NULL else head(column, n)), signals, rules, first + 1)$equity
}
figures_of <- function(wealth, years) {
  if (min(wealth) <= 0) return(NULL)
  r <- diff(wealth) / head(wealth, -1)
  if (is.na(years)) years <- length(r) / steps
  growth <- tail(wealth, 1) / wealth[1]
  found <- list(returns = growth - 1, maxDrawdown = min(wealth / cummax(wealth) - 1), sharpeRatio = NaN, calmar = NaN, skewness = 0, kurtosis = 3)
  if (found$maxDrawdown < 0) found$calmar <- (growth^(1 / years) - 1) / -found$maxDrawdown
  if (sd(r) > 1e-14 * abs(mean(r))) {
    centered <- r - mean(r)
    found$sharpeRatio <- (mean(r) - target) / sd(r) * sqrt(steps)
    found$skewness <- mean(centered^3) / mean(centered^2)^1.5
    found$kurtosis <- mean(centered^4) / mean(centered^2)^2
  }
  found
}
psr_of <- function(figures, n, at_least) {
  sharpe <- figures$sharpeRatio / sqrt(steps)
  error <- 1 - figures$skewness * sharpe + (figures$kurtosis - 1) / 4 * sharpe^2
  pnorm((sharpe - at_least) * sqrt(n - 1) / sqrt(error))
}
is_sound <- function(own) !anyNA(own) && abs(own[["exitThreshold"]]) <= own[["threshold"]]
all_of <- function(found, figure) sapply(found, function(figures) if (is.null(figures)) NaN else figures[[figure]])
best_of <- function(found, figure) which.max(all_of(found, figure))

strategies <- lapply(seq_len(nrow(trials)), function(place) strategy_of(trials[place, ]))
original <- strategy_of(NULL)
starts <- settings[["from"]]
splits <- settings[["split"]]
ends <- settings[["to"]]
first <- settings[["first"]]
n <- length(bars$close)
ranges <- c(list(c(first, n)), Map(c, starts, splits))
if (length(splits) > 0) ranges <- c(ranges, list(c(n - (splits[1] - starts[1]), n)))
found <- lapply(seq_along(ranges), function(k) lapply(strategies, function(own) {
  if (is_sound(own)) figures_of(wealth_of(own, ranges[[k]][1], ranges[[k]][2]), settings[["years"]][k])
}))
choices <- lapply(found, best_of, settings[["objective"]])

report("R", "combinations", nrow(trials))
best <- choices[[1]]
report("R", "best", best)
for (figure in c("sharpeRatio", "returns", "maxDrawdown")) report("R", paste("in sample:", figure), found[[1]][[best]][[figure]])
now <- figures_of(wealth_of(original, first, n), settings[["years"]][1])
if (!is.null(now)) for (figure in c("sharpeRatio", "returns", "maxDrawdown")) report("R", paste("current:", figure), now[[figure]])
if (!settings[["paired"]]) {
  scores <- all_of(found[[1]], settings[["objective"]])
  places <- t(as.matrix(expand.grid(rev(lapply(values, seq_along)))))
  around <- function(k) mean(scores[apply(abs(places - places[, k]), 2, max) <= 1], na.rm = TRUE)
  report("R", "most robust", max(sapply(which(!is.nan(scores)), around)))
}
top <- best_of(found[[1]], "sharpeRatio")
if (length(top) > 0) {
  sharpes <- all_of(found[[1]], "sharpeRatio") / sqrt(steps)
  sharpes <- sharpes[!is.nan(sharpes)]
  count <- length(sharpes)
  rows <- n - first - 1
  variance <- if (count > 1) var(sharpes) else 1 / (rows - 1)
  euler <- -digamma(1)
  largest <- if (count > 1) (1 - euler) * qnorm(1 - 1 / count) + euler * qnorm(1 - 1 / (count * exp(1))) else 0
  report("R", "trials", count)
  report("R", "psr", psr_of(found[[1]][[top]], rows, 0))
  report("R", "dsr", psr_of(found[[1]][[top]], rows, sqrt(variance) * largest))
}
proposed <- choices[[length(choices)]]
if (length(splits) > 0 && length(proposed) > 0) report("R", "proposed", proposed)

joined <- list(optimized = numeric(0), original = numeric(0))
for (k in seq_along(splits)) {
  choice <- choices[[k + 1]]
  if (length(choice) > 0) {
    report("R", sprintf("window %d: choice", k), choice)
    report("R", sprintf("window %d: in sample", k), found[[k + 1]][[choice]][[settings[["objective"]]]])
  }
  for (name in names(joined)) {
    wealth <- wealth_of(if (name == "original" || length(choice) == 0) original else strategies[[choice]], splits[k] - 1, ends[k])
    joined[[name]] <- c(joined[[name]], diff(wealth) / head(wealth, -1))
    report("R", sprintf("window %d: %s", k, name), tail(wealth, 1) / wealth[1] - 1)
  }
}
for (name in if (length(splits) > 0) names(joined)) {
  r <- joined[[name]]
  whole <- figures_of(cumprod(c(1, 1 + r)), NaN)
  for (figure in c("sharpeRatio", "returns", "maxDrawdown")) report("R", paste0(name, ": ", figure), whole[[figure]])
  if (name == "optimized" && !is.nan(whole$sharpeRatio)) report("R", "outOfSamplePsr", psr_of(whole, length(r), 0))
}
`;

/** A parameter sweep, or a search with walk-forward evaluation. */
export const searchScript: ScriptTemplate = {
  python: {
    notes: ["Written for numpy 1.24. It trades every trial itself, bar by bar.", ...TRADING_RULES, ...CONVENTIONS],
    code: `${PYTHON_ENGINE}${PYTHON}`,
  },
  r: {
    notes: ["Written for R 4.2. It trades every trial itself, bar by bar.", ...TRADING_RULES, ...CONVENTIONS],
    code: `${R_ENGINE}${R}`,
  },
};
