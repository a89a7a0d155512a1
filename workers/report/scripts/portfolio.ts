import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Simple returns of the rows in which every asset has a price. Annual means and covariances are those of one step times the steps per year; shrinkage uses the covariance over n, as in Ledoit and Wolf.",
  "Fully invested: the weights sum to 1, each within its limits. Sharpe: (return - rate) / volatility, by these estimates.",
];

const PYTHON = `
from scipy.optimize import linprog, minimize

names = list(data)
prices = np.column_stack([data[name] for name in names])
prices = prices[np.isfinite(prices).all(axis=1)]
r = prices[1:] / prices[:-1] - 1
rows, n = r.shape
steps, rate = settings["perYear"], settings["riskFree"]
x = r - r.mean(axis=0)
S = x.T @ x / rows
variances, deviations = np.diag(S), np.sqrt(np.diag(S))


def ewm(span):
    weights = (1 - 2 / (span + 1)) ** np.arange(rows - 1, -1, -1)
    return weights / weights.sum()


def toward(target, rho):
    """Ledoit and Wolf's shrinkage to a target."""
    spread = np.sum((x**2).T @ (x**2) / rows - S**2)
    apart = np.sum((S - target) ** 2)
    delta = max(0.0, min(1.0, (spread - rho) / apart / rows)) if apart > 0 else 0.0
    report("numpy", "shrinkage", delta)
    return delta * target + (1 - delta) * S


def covariance(kind):
    own = np.sum(np.mean(x**4, axis=0) - variances**2)
    if kind == "sample":
        return S * rows / (rows - 1)
    if kind == "exponential":
        return (x * ewm(settings["covarianceSpan"])[:, None]).T @ x
    if kind == "constant-variance":
        return toward(np.eye(n) * variances.mean(), 0.0)
    if kind == "oracle-approximating":
        trace, squares = np.trace(S), np.sum(S**2)
        delta = min(1.0, ((1 - 2 / n) * squares + trace**2) / ((rows + 1 - 2 / n) * (squares - trace**2 / n)))
        report("numpy", "shrinkage", delta)
        return delta * np.eye(n) * trace / n + (1 - delta) * S
    if kind == "constant-correlation":
        mean = (np.sum(S / np.outer(deviations, deviations)) - n) / (n * (n - 1))
        target = mean * np.outer(deviations, deviations)
        np.fill_diagonal(target, variances)
        theta = (x**3).T @ x / rows - variances[:, None] * S
        np.fill_diagonal(theta, 0.0)
        return toward(target, own + mean * np.sum(theta * deviations[None, :] / deviations[:, None]))
    market = x.mean(axis=1)
    with_market, variance = x.T @ market / rows, np.mean(market**2)
    target = np.outer(with_market, with_market) / variance
    np.fill_diagonal(target, variances)
    z = x * market[:, None]
    once = (x**2).T @ z / rows - with_market[:, None] * S
    twice = z.T @ z / rows - variance * S
    first = np.sum(once * with_market[None, :]) / variance - np.sum(np.diag(once) * with_market) / variance
    second = np.sum(twice * np.outer(with_market, with_market)) / variance**2 - np.sum(np.diag(twice) * with_market**2) / variance**2
    return toward(target, own + 2 * first - second)


def expected(kind, sigma):
    yearly = r.mean(axis=0) * steps
    if kind == "exponential":
        return steps * ewm(settings["meanSpan"]) @ r
    if kind == "arithmetic" or (kind == "james-stein" and n < 3):
        return yearly
    share = np.linalg.solve(sigma, np.ones(n)) if kind == "bayes-stein" else np.ones(n)
    center = yearly @ share / share.sum()
    distance = rows / steps * (yearly - center) @ np.linalg.solve(sigma, yearly - center)
    weight = (n + 2) / (n + 2 + distance) if kind == "bayes-stein" else min(1.0, (n - 2) / distance)
    return (1 - weight) * yearly + weight * center


sigma = covariance(settings["covariance"]) * steps
mu = expected(settings["means"], sigma)
lower, upper = np.array(settings["lower"]), np.array(settings["upper"])
objective = settings["objective"]


def least(loss, gradient, constraints=()):
    """The best of several starts, by sequential quadratic programming."""
    inside = np.clip(np.full(n, 1 / n), lower, upper)
    starts = [inside] + [np.clip(np.eye(n)[i] * 0.8 + 0.2 / n, lower, upper) for i in range(n)]
    all_in = {"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(n)}
    found = [minimize(loss, start, jac=gradient, method="SLSQP", bounds=list(zip(lower, upper)), constraints=[all_in, *constraints],
                      options={"maxiter": 2000, "ftol": 1e-16}) for start in starts]
    return min((one for one in found if abs(one.x.sum() - 1) < 1e-8), key=lambda one: one.fun).x


def ratio(reward):
    def value(w):
        return -reward @ w / np.sqrt(w @ sigma @ w)

    def gradient(w):
        size = np.sqrt(w @ sigma @ w)
        return -reward / size + (reward @ w) * (sigma @ w) / size**3

    return least(value, gradient)


def equal_risk():
    y = 1 / np.sqrt(np.diag(sigma))
    for _ in range(5000):
        for i in range(n):
            rest = sigma[i] @ y - sigma[i, i] * y[i]
            y[i] = (-rest + np.sqrt(rest**2 + 4 * sigma[i, i] / n)) / (2 * sigma[i, i])
    return y / y.sum()


def least_shortfall(confidence):
    """Rockafellar and Uryasev's linear program."""
    cost = np.concatenate([np.zeros(n), [1.0], np.full(rows, 1 / ((1 - confidence) * rows))])
    tails = np.hstack([-r, -np.ones((rows, 1)), -np.eye(rows)])
    bounds = list(zip(lower, upper)) + [(None, None)] + [(0, None)] * rows
    found = linprog(cost, A_ub=tails, b_ub=np.zeros(rows), A_eq=[np.concatenate([np.ones(n), np.zeros(rows + 1)])], b_eq=[1.0], bounds=bounds)
    report("scipy", "expectedShortfall", found.fun)
    return found.x[:n]


if objective == "minimum-variance":
    w = least(lambda w: 100 * w @ sigma @ w, lambda w: 200 * sigma @ w)
elif objective == "maximum-utility":
    a = settings["aversion"]
    w = least(lambda w: a / 2 * w @ sigma @ w - mu @ w, lambda w: a * sigma @ w - mu)
elif objective == "target-return":
    floor = {"type": "ineq", "fun": lambda w: mu @ w - settings["target"], "jac": lambda w: mu}
    w = least(lambda w: 100 * w @ sigma @ w, lambda w: 200 * sigma @ w, [floor])
elif objective == "maximum-sharpe":
    w = ratio(mu - rate)
elif objective == "maximum-diversification":
    w = ratio(np.sqrt(np.diag(sigma)))
elif objective == "minimum-cvar":
    w = least_shortfall(settings["confidence"])
elif objective == "equal-risk":
    w = equal_risk()
elif objective == "inverse-volatility":
    w = 1 / np.sqrt(np.diag(sigma))
    w = w / w.sum()
else:
    w = np.full(n, 1 / n)

for name, weight in zip(names, w):
    report("scipy", f"weight of {name}", weight)
volatility = np.sqrt(w @ sigma @ w)
report("scipy", "expectedReturn", mu @ w)
report("scipy", "volatility", volatility)
report("scipy", "sharpe", (mu @ w - rate) / volatility)
report("scipy", "diversificationRatio", w @ np.sqrt(np.diag(sigma)) / volatility)
`;

const R = `
prices <- do.call(cbind, data)
names_of <- names(data)
prices <- prices[apply(is.finite(prices), 1, all), , drop = FALSE]
r <- prices[-1, , drop = FALSE] / prices[-nrow(prices), , drop = FALSE] - 1
rows <- nrow(r)
n <- ncol(r)
steps <- settings[["perYear"]]
rate <- settings[["riskFree"]]
x <- sweep(r, 2, colMeans(r))
S <- crossprod(x) / rows
variances <- diag(S)
deviations <- sqrt(variances)
ewm <- function(span) {
  weights <- (1 - 2 / (span + 1))^((rows - 1):0)
  weights / sum(weights)
}
toward <- function(target, rho) {
  spread <- sum(crossprod(x^2) / rows - S^2)
  apart <- sum((S - target)^2)
  delta <- if (apart > 0) max(0, min(1, (spread - rho) / apart / rows)) else 0
  report("R", "shrinkage", delta)
  delta * target + (1 - delta) * S
}
own <- sum(colMeans(x^4) - variances^2)
kind <- settings[["covariance"]]
sigma <- steps * if (kind == "sample") {
  cov(r)
} else if (kind == "exponential") {
  crossprod(x * ewm(settings[["covarianceSpan"]]), x)
} else if (kind == "constant-variance") {
  toward(diag(mean(variances), n), 0)
} else if (kind == "oracle-approximating") {
  trace <- sum(variances)
  delta <- min(1, ((1 - 2 / n) * sum(S^2) + trace^2) / ((rows + 1 - 2 / n) * (sum(S^2) - trace^2 / n)))
  report("R", "shrinkage", delta)
  delta * diag(trace / n, n) + (1 - delta) * S
} else if (kind == "constant-correlation") {
  mean_correlation <- (sum(cov2cor(S)) - n) / (n * (n - 1))
  target <- mean_correlation * outer(deviations, deviations)
  diag(target) <- variances
  theta <- crossprod(x^3, x) / rows - variances * S
  diag(theta) <- 0
  toward(target, own + mean_correlation * sum(theta * outer(1 / deviations, deviations)))
} else {
  market <- rowMeans(x)
  with_market <- colMeans(x * market)
  variance <- mean(market^2)
  target <- outer(with_market, with_market) / variance
  diag(target) <- variances
  z <- x * market
  once <- crossprod(x^2, z) / rows - with_market * S
  twice <- crossprod(z) / rows - variance * S
  first <- sum(t(t(once) * with_market)) / variance - sum(diag(once) * with_market) / variance
  second <- sum(twice * outer(with_market, with_market)) / variance^2 - sum(diag(twice) * with_market^2) / variance^2
  toward(target, own + 2 * first - second)
}
kind <- settings[["means"]]
mu <- colMeans(r) * steps
if (kind == "exponential") mu <- steps * as.vector(ewm(settings[["meanSpan"]]) %*% r)
if (kind == "bayes-stein" || (kind == "james-stein" && n > 2)) {
  share <- if (kind == "bayes-stein") solve(sigma, rep(1, n)) else rep(1, n)
  center <- sum(mu * share) / sum(share)
  distance <- rows / steps * sum((mu - center) * solve(sigma, mu - center))
  weight <- if (kind == "bayes-stein") (n + 2) / (n + 2 + distance) else min(1, (n - 2) / distance)
  mu <- (1 - weight) * mu + weight * center
}
lower <- settings[["lower"]]
upper <- settings[["upper"]]
objective <- settings[["objective"]]

# Quadratic programs by the method of Goldfarb and Idnani, as in quadprog.
solver <- function() {
  if (requireNamespace("quadprog", quietly = TRUE)) return(quadprog::solve.QP)
  cat("quadprog is not installed: install.packages(\\"quadprog\\")\\n")
  NULL
}
least <- function(linear, scale = 1, floor = NULL) {
  limits <- cbind(rep(1, n), diag(n), -diag(n), floor[[1]])
  solver()(scale * sigma, linear, limits, c(1, lower, -upper, floor[[2]]), meq = 1)$solution
}
# Maximum ratio: minimum variance with a reward of 1, limits as fractions of the sum.
ratio <- function(reward) {
  limits <- cbind(reward, diag(n) - outer(rep(1, n), lower), -diag(n) + outer(rep(1, n), upper))
  y <- solver()(sigma, rep(0, n), limits, c(1, rep(0, 2 * n)), meq = 1)$solution
  y / sum(y)
}
w <- NULL
if (objective %in% c("minimum-variance", "maximum-utility", "target-return", "maximum-sharpe", "maximum-diversification")) {
  if (!is.null(solver())) w <- switch(objective,
    "minimum-variance" = least(rep(0, n)),
    "maximum-utility" = least(mu, settings[["aversion"]]),
    "target-return" = least(rep(0, n), 1, list(mu, settings[["target"]])),
    "maximum-sharpe" = ratio(mu - rate),
    "maximum-diversification" = ratio(sqrt(diag(sigma))))
} else if (objective == "equal-risk") {
  y <- 1 / sqrt(diag(sigma))
  for (sweep_number in 1:5000) for (i in seq_len(n)) {
    rest <- sum(sigma[i, ] * y) - sigma[i, i] * y[i]
    y[i] <- (-rest + sqrt(rest^2 + 4 * sigma[i, i] / n)) / (2 * sigma[i, i])
  }
  w <- y / sum(y)
} else if (objective == "inverse-volatility") {
  w <- 1 / sqrt(diag(sigma))
  w <- w / sum(w)
} else if (objective == "equal-weight") {
  w <- rep(1 / n, n)
} else if (requireNamespace("lpSolve", quietly = TRUE)) {
  # Rockafellar and Uryasev's linear program; variables are shifted, since lpSolve requires them to be at least 0.
  shift <- max(abs(r)) + 1
  cost <- c(rep(0, n), 1, rep(1 / ((1 - settings[["confidence"]]) * rows), rows))
  limits <- rbind(cbind(r, 1, diag(rows)), c(rep(1, n), 0, rep(0, rows)), cbind(diag(n), 0, matrix(0, n, rows)))
  solved <- lpSolve::lp("min", cost, limits, c(rep(">=", rows), "=", rep("<=", n)),
                        c(shift - as.vector(r %*% lower), 1 - sum(lower), upper - lower))
  w <- solved$solution[seq_len(n)] + lower
  report("R", "expectedShortfall", solved$objval - shift)
} else cat("lpSolve is not installed: install.packages(\\"lpSolve\\")\\n")
if (!is.null(w)) {
  for (i in seq_len(n)) report("R", paste("weight of", names_of[i]), w[i])
  volatility <- sqrt(sum(w * (sigma %*% w)))
  report("R", "expectedReturn", sum(mu * w))
  report("R", "volatility", volatility)
  report("R", "sharpe", (sum(mu * w) - rate) / volatility)
  report("R", "diversificationRatio", sum(w * sqrt(diag(sigma))) / volatility)
}
`;

/** Optimal weights for an objective. */
export const portfolioScript: ScriptTemplate = {
  python: { notes: ["Written for numpy 1.24 and scipy 1.10.", ...CONVENTIONS], code: PYTHON },
  r: { notes: ["Written for R 4.2 and quadprog 1.5; minimum CVaR also needs lpSolve 5.6.", ...CONVENTIONS], code: R },
};
