import { TRADING_RULES } from "./backtest";
import { PYTHON_ENGINE } from "./backtest-python";
import { R_ENGINE } from "./backtest-r";
import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Sharpe ratios per step, in excess of the rate. PSR and DSR: Bailey and Lopez de Prado (2012, 2014), kurtosis not in excess. Effective trials: rho + (1 - rho) N, rho the mean correlation of the candidates.",
  "PBO: CSCV over an even number of blocks, 16 at most, of at least 10 rows; leading rows that fill no block are dropped; rank of the best among N over N + 1, ties counted half.",
  "Intervals and p-values are random and not compared.",
];

const PYTHON_FIGURES = `
from itertools import combinations
from statistics import NormalDist

normal = NormalDist()
target = settings["riskFree"] / settings["perYear"]
n, count = returns.shape


def sharpe_of(part):
    """Sharpe ratio of each column per step; 0 where it does not vary."""
    deviation = part.std(axis=0, ddof=1)
    still = deviation <= 1e-7 * returns.std(axis=0, ddof=1)
    return np.where(still, 0.0, (part.mean(axis=0) - target) / np.where(still, 1.0, deviation))


sharpes = sharpe_of(returns)
best = int(np.argmax(sharpes))
r, sr = returns[:, best], sharpes[best]
centered = r - r.mean()
skewness = np.mean(centered**3) / np.mean(centered**2) ** 1.5
kurtosis = np.mean(centered**4) / np.mean(centered**2) ** 2
error = 1 - skewness * sr + (kurtosis - 1) / 4 * sr * sr
moving = returns[:, returns.std(axis=0) > 0]
rho = None
if moving.shape[1] > 1:
    between = np.corrcoef(moving.T)
    rho = (between.sum() - len(between)) / (len(between) * (len(between) - 1))
trials = settings["trials"]
effective = 1.0 if trials == 1 else min(max(rho or 0, 0), 1) + (1 - min(max(rho or 0, 0), 1)) * trials
variance = sharpes.var(ddof=1) if count > 1 else 1 / (n - 1)
largest = 0.0
if effective > 1:
    largest = (1 - np.euler_gamma) * normal.inv_cdf(1 - 1 / effective) + np.euler_gamma * normal.inv_cdf(1 - 1 / (effective * np.e))
report("numpy", "selected", best + 1)
report("numpy", "sharpe", sr * np.sqrt(settings["perYear"]))
report("numpy", "psr", normal.cdf(sr * np.sqrt(n - 1) / np.sqrt(error)))
report("numpy", "dsr", normal.cdf((sr - np.sqrt(variance) * largest) * np.sqrt(n - 1) / np.sqrt(error)))
report("numpy", "effectiveTrials", effective)
if rho is not None:
    report("numpy", "averageCorrelation", rho)
if sr > 0:
    report("numpy", "minimumTrackRecord", 1 + error * (normal.inv_cdf(1 - settings["significance"]) / sr) ** 2)
    report("numpy", "minimumBacktestYears", (largest / (sr * np.sqrt(settings["perYear"]))) ** 2)

# Overfitting: the best configuration in each half of the blocks, and its rank in the other half.
blocks = min(16, n // 10) // 2 * 2
if moving.shape[1] > 1 and blocks >= 4:
    length = n // blocks
    parts = np.array_split(returns[n - blocks * length:], blocks)
    below = lost = splits = 0
    for chosen in combinations(range(blocks), blocks // 2):
        inside = sharpe_of(np.concatenate([parts[i] for i in chosen]))
        outside = sharpe_of(np.concatenate([parts[i] for i in range(blocks) if i not in chosen]))
        pick = int(np.argmax(inside))
        rank = np.sum(outside < outside[pick]) + (np.sum(outside == outside[pick]) + 1) / 2
        below += rank / (count + 1) <= 0.5
        lost += outside[pick] < 0
        splits += 1
    report("numpy", "pbo", below / splits)
    report("numpy", "lossProbability", lost / splits)

# Walk-forward: the best configuration in each window, evaluated on the rows that follow.
window, step = int(settings["window"]), int(settings["step"])
later = int(np.floor(window * settings["outOfSample"] + 0.5))
before, after = [], []
for start in range(0, n - window + 1, step):
    split, end = start + window - later, start + window
    pick = int(np.argmax(sharpe_of(returns[start:split])))
    before.append(returns[start:split, pick].mean())
    after.append(returns[split:end, pick].mean())
if before:
    report("numpy", "windows", len(before))
    report("numpy", "consistency", np.mean(np.array(after) > 0))
    if np.mean(before) > 0:
        report("numpy", "robustness", min(1, max(0, np.mean(after) / np.mean(before))))
`;

const R_FIGURES = `
target <- settings[["riskFree"]] / settings[["perYear"]]
n <- nrow(returns)
count <- ncol(returns)
whole <- apply(returns, 2, sd)
sharpe_of <- function(part) {
  deviation <- apply(part, 2, sd)
  ifelse(deviation <= 1e-7 * whole, 0, (colMeans(part) - target) / deviation)
}
sharpes <- sharpe_of(returns)
best <- which.max(sharpes)
r <- returns[, best]
sr <- sharpes[best]
centered <- r - mean(r)
skewness <- mean(centered^3) / mean(centered^2)^1.5
kurtosis <- mean(centered^4) / mean(centered^2)^2
error <- 1 - skewness * sr + (kurtosis - 1) / 4 * sr^2
moving <- returns[, whole > 0, drop = FALSE]
rho <- 0
if (ncol(moving) > 1) {
  between <- cor(moving)
  rho <- (sum(between) - nrow(between)) / (nrow(between) * (nrow(between) - 1))
  report("R", "averageCorrelation", rho)
}
trials <- settings[["trials"]]
shared <- min(max(rho, 0), 1)
effective <- if (trials == 1) 1 else shared + (1 - shared) * trials
euler <- -digamma(1)
largest <- if (effective > 1) (1 - euler) * qnorm(1 - 1 / effective) + euler * qnorm(1 - 1 / (effective * exp(1))) else 0
variance <- if (count > 1) var(sharpes) else 1 / (n - 1)
report("R", "selected", best)
report("R", "sharpe", sr * sqrt(settings[["perYear"]]))
report("R", "psr", pnorm(sr * sqrt(n - 1) / sqrt(error)))
report("R", "dsr", pnorm((sr - sqrt(variance) * largest) * sqrt(n - 1) / sqrt(error)))
report("R", "effectiveTrials", effective)
if (sr > 0) {
  report("R", "minimumTrackRecord", 1 + error * (qnorm(1 - settings[["significance"]]) / sr)^2)
  report("R", "minimumBacktestYears", (largest / (sr * sqrt(settings[["perYear"]])))^2)
}

# Overfitting: the best configuration in each half of the blocks, and its rank in the other half.
blocks <- min(16, n %/% 10) %/% 2 * 2
if (ncol(moving) > 1 && blocks >= 4) {
  length_of <- n %/% blocks
  rows_of <- function(which) unlist(lapply(which, function(b) n - blocks * length_of + (b - 1) * length_of + seq_len(length_of)))
  outcome <- combn(blocks, blocks / 2, function(chosen) {
    inside <- sharpe_of(returns[rows_of(chosen), , drop = FALSE])
    outside <- sharpe_of(returns[rows_of(setdiff(seq_len(blocks), chosen)), , drop = FALSE])
    pick <- which.max(inside)
    rank <- sum(outside < outside[pick]) + (sum(outside == outside[pick]) + 1) / 2
    c(rank / (count + 1) <= 0.5, outside[pick] < 0)
  })
  report("R", "pbo", mean(outcome[1, ]))
  report("R", "lossProbability", mean(outcome[2, ]))
}

# Walk-forward: the best configuration in each window, evaluated on the rows that follow.
window <- settings[["window"]]
later <- floor(window * settings[["outOfSample"]] + 0.5)
starts <- if (n >= window) seq(0, n - window, by = settings[["step"]]) else numeric(0)
walked <- sapply(starts, function(start) {
  pick <- which.max(sharpe_of(returns[start + seq_len(window - later), , drop = FALSE]))
  c(mean(returns[start + seq_len(window - later), pick]), mean(returns[start + window - later + seq_len(later), pick]))
})
if (length(starts) > 0) {
  report("R", "windows", length(starts))
  report("R", "consistency", mean(walked[2, ] > 0))
  if (mean(walked[1, ]) > 0) report("R", "robustness", min(1, max(0, mean(walked[2, ]) / mean(walked[1, ]))))
}
`;

/** Trades the candidates again from the bars, each with its own parameters. */
const PYTHON_CANDIDATES = `
columns = []
for place in range(int(settings["candidates"])):
    kind = settings["strategies"].split(",")[place]
    own = {name: settings[name][place] for name in ("lookback", "threshold", "exitThreshold", "stopLoss", "takeProfit", "trailingStop", "targetVolatility")}
    lookback = int(own["lookback"])
    score, longs, shorts = decisions(close, kind, lookback, own["targetVolatility"], settings["weights"][3 * place:3 * place + 3], settings["adjust"])
    rules = rules_of(kind, lookback, own["threshold"], own["exitThreshold"], own["stopLoss"], own["takeProfit"], own["trailingStop"])
    equity, _ = trade(bars, score, longs, shorts, rules, int(settings["first"]))
    columns.append(equity[1:] / equity[:-1] - 1)
returns = np.column_stack(columns)
`;

const R_CANDIDATES = `
kinds <- strsplit(settings[["strategies"]], ",")[[1]]
returns <- sapply(seq_along(kinds), function(place) {
  own <- function(name) settings[[name]][place]
  signals <- decisions(bars$close, kinds[place], own("lookback"), own("targetVolatility"), settings[["weights"]][3 * place - 2:0], settings[["adjust"]])
  rules <- rules_of(kinds[place], own("lookback"), own("threshold"), own("exitThreshold"), own("stopLoss"), own("takeProfit"), own("trailingStop"))
  equity <- trade(bars, signals, rules, settings[["first"]] + 1)$equity
  diff(equity) / head(equity, -1)
})
`;

/** Selection among strategies. */
export const validationScript: ScriptTemplate = {
  python: {
    notes: ["Written for numpy 1.24. It trades every candidate itself.", ...TRADING_RULES, ...CONVENTIONS],
    code: `${PYTHON_ENGINE}${PYTHON_CANDIDATES}${PYTHON_FIGURES}`,
  },
  r: {
    notes: ["Written for R 4.2. It trades every candidate itself.", ...TRADING_RULES, ...CONVENTIONS],
    code: `${R_ENGINE}${R_CANDIDATES}${R_FIGURES}`,
  },
};

/** A track record, without any selection. */
export const recordScript: ScriptTemplate = {
  python: {
    notes: ["Written for numpy 1.24.", ...CONVENTIONS],
    code: `
values = data["values"]
if settings["given"] == "values":
    returns = values[1:] / values[:-1] - 1
else:
    returns = values / (100.0 if settings["unit"] == "percent" else 1.0)
    if settings["given"] == "log-returns":
        returns = np.expm1(returns)
returns = returns[:, None]
${PYTHON_FIGURES}`,
  },
  r: {
    notes: ["Written for R 4.2.", ...CONVENTIONS],
    code: `
values <- data[["values"]]
if (settings[["given"]] == "values") {
  returns <- diff(values) / head(values, -1)
} else {
  returns <- values / (if (identical(settings[["unit"]], "percent")) 100 else 1)
  if (settings[["given"]] == "log-returns") returns <- expm1(returns)
}
returns <- matrix(returns)
${R_FIGURES}`,
  },
};
