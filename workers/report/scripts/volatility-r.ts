import { LOG_DENSITY } from "./log-density";

/** Volatility models in R. */
export const R = `
y <- c(settings[["earlier"]], data[["returns"]])
kind <- settings[["variance"]]
distribution <- settings[["distribution"]]
p <- settings[["p"]]
q <- settings[["q"]]
lags <- length(settings[["earlier"]])
n <- length(y) - lags
keys <- sapply(figures, function(one) one[[1]])
ours <- setNames(sapply(figures, function(one) one[[2]]), keys)
names_of <- setdiff(keys, c("logLikelihood", "aic", "bic", "nextVariance"))
targeting <- !is.na(settings[["targetVariance"]])
free <- if (targeting) setdiff(names_of, "omega") else names_of
value <- function(at, name, otherwise = 0) if (name %in% names(at)) at[[name]] else otherwise
several <- function(at, name, count) sapply(seq_len(count), function(i) value(at, paste0(name, i)))

${LOG_DENSITY.r}

# Constant and weights of past squared shocks, latest first.
lag_weights <- function(at) {
  if (kind == "har") {
    weights <- numeric(22)
    spans <- c(1, 5, 22)
    for (i in 1:3) weights[seq_len(spans[i])] <- weights[seq_len(spans[i])] + at[[paste0("alpha", i)]] / spans[i]
    return(list(at[["omega"]], weights))
  }
  phi <- at[["phi"]]
  d <- at[["d"]]
  beta <- at[["beta1"]]
  delta <- d * cumprod(c(1, (seq_len(999) - d) / (seq_len(999) + 1)))
  news <- c(phi - beta + d, delta[-1] - phi * delta[-1000])
  list(at[["omega"]] / (1 - beta), as.numeric(stats::filter(news, beta, method = "recursive")))
}

recursion <- function(at, e, before) {
  decay <- value(at, "decay", settings[["decay"]])
  omega <- if (kind == "ewma") 0 else at[["omega"]]
  alpha <- if (kind == "ewma") 1 - decay else several(at, "alpha", q)
  gamma <- if (kind == "ewma") 0 else several(at, "gamma", q)
  beta <- if (kind == "ewma") decay else several(at, "beta", p)
  logarithms <- kind == "egarch"
  h <- numeric(n + 1)
  size <- sign <- numeric(n)
  first <- if (logarithms) log(before) else before
  for (t in seq_len(n + 1)) {
    now <- omega
    for (i in seq_along(alpha)) {
      if (t > i) now <- now + alpha[i] * size[t - i] + gamma[i] * sign[t - i]
      else if (!logarithms) now <- now + alpha[i] * before + gamma[i] * before / 2
    }
    for (i in seq_along(beta)) now <- now + beta[i] * (if (t > i) h[t - i] else first)
    if (logarithms && !isTRUE(abs(now) < 600)) return(NULL)
    h[t] <- now
    if (t <= n) {
      shock <- e[t]
      if (logarithms) {
        sign[t] <- shock * exp(-0.5 * now)
        size[t] <- abs(sign[t]) - sqrt(2 / pi)
      } else {
        size[t] <- shock^2
        sign[t] <- if (shock < 0) shock^2 else 0
      }
    }
  }
  if (logarithms) exp(h) else h
}

# The variances of an APARCH, by the recursion of sigma^delta.
powers <- function(at, e, before) {
  alpha <- several(at, "alpha", q)
  gamma <- several(at, "gamma", q)
  beta <- several(at, "beta", p)
  delta <- at[["delta"]]
  first <- before^(delta / 2)
  levels <- numeric(n + 1)
  for (t in seq_len(n + 1)) {
    now <- at[["omega"]]
    for (i in seq_len(q)) now <- now + alpha[i] * (if (t > i) (abs(e[t - i]) - gamma[i] * e[t - i])^delta else first)
    for (i in seq_len(p)) now <- now + beta[i] * (if (t > i) levels[t - i] else first)
    if (!isTRUE(now < 1e300)) return(NULL)
    levels[t] <- now
  }
  levels^(2 / delta)
}

complete <- function(theta) {
  at <- setNames(as.list(theta), free)
  if (targeting) {
    slopes <- sapply(free, function(name) if (grepl("^(alpha|beta)", name)) 1 else if (grepl("^gamma", name)) 0.5 else 0)
    at[["omega"]] <- settings[["targetVariance"]] * (1 - sum(slopes * theta))
  }
  at
}

variances <- function(at) {
  e <- y[lags + seq_len(n)] - value(at, "mu")
  for (i in seq_len(lags)) e <- e - at[[paste0("ar", i)]] * y[lags - i + seq_len(n)]
  before <- if (is.na(settings[["fixedPreSample"]])) mean(e^2) else settings[["fixedPreSample"]]
  if (!(kind %in% c("figarch", "har"))) return(list(e, if (kind == "aparch") powers(at, e, before) else recursion(at, e, before)))
  form <- lag_weights(at)
  reach <- length(form[[2]])
  padded <- c(rep(before, reach), e^2)
  sums <- stats::filter(padded, form[[2]], sides = 1)
  list(e, form[[1]] + as.numeric(sums)[reach + 0:n])
}

log_likelihood <- function(at) {
  both <- variances(at)
  h <- both[[2]][seq_len(n)]
  if (is.null(both[[2]]) || !all(is.finite(h)) || any(h <= 0)) return(-Inf)
  sum(log_density(both[[1]] / sqrt(h), value(at, "nu"), value(at, "lambda")) - 0.5 * log(h))
}

at_ours <- as.list(ours[names_of])
report("R, at ours", "logLikelihood", log_likelihood(at_ours))
report("R, at ours", "nextVariance", variances(at_ours)[[2]][n + 1])

if (settings[["atBound"]]) {
  cat("the persistence is at its bound of 1, where other programs have another optimum: not compared\\n")
} else {
  # The parameters, re-estimated from a common start.
  variance <- mean((y - mean(y))^2)
  start <- list(mu = mean(y), ar = 0, decay = 0.94, nu = if (distribution == "ged") 1.5 else 8, lambda = 0, phi = 0.2, d = 0.4, delta = 1.3,
                omega = switch(kind, egarch = 0.05 * log(variance), har = 0.2 * variance, aparch = 0.05 * variance^0.65, 0.05 * variance),
                alpha = switch(kind, egarch = 0.15 / q, har = 0.25, 0.05 / q),
                gamma = switch(kind, egarch = 0, aparch = 0.1, 0.02), beta = switch(kind, egarch = 0.95 / p, figarch = 0.4, 0.88 / p))
  least <- list(mu = -Inf, ar = -Inf, omega = if (kind == "egarch") -Inf else 1e-12, nu = if (distribution == "ged") 0.5 else 2.01, lambda = -0.99)
  most <- list(mu = Inf, ar = Inf, omega = Inf, nu = if (distribution == "ged") 20 else 200, lambda = 0.99, phi = 0.5)
  if (kind == "egarch") {
    least <- c(least, list(alpha = -Inf, gamma = -Inf, beta = -0.99999))
    most <- c(most, list(alpha = Inf, gamma = Inf, beta = 0.99999))
  }
  if (kind == "aparch") {
    least <- c(least, list(gamma = -0.9997, delta = 0.05))
    most <- c(most, list(gamma = 0.9997, delta = 4))
  }
  stem <- sub("[0-9]+$", "", free)
  pick <- function(from, otherwise) sapply(stem, function(name) if (is.null(from[[name]])) otherwise else from[[name]])
  lower <- pick(least, 0)
  upper <- pick(most, 1)
  # Within the bounds of FIGARCH by the shares of what they leave: phi = share (1 - d) / 2, beta = share (d + phi).
  natural <- function(theta) {
    if (kind == "figarch") {
      at <- match(c("phi", "d", "beta1"), free)
      theta[at[1]] <- theta[at[1]] * 2 * (1 - theta[at[2]]) / 2
      theta[at[3]] <- theta[at[3]] * (theta[at[2]] + theta[at[1]])
    }
    theta
  }
  loss <- function(theta) {
    found <- -log_likelihood(complete(natural(theta))) / n
    if (is.finite(found)) found else 1e6
  }
  best <- list(par = pick(start, 0))
  for (round in 1:2) best <- nlminb(best$par, loss, lower = lower, upper = upper, control = list(iter.max = 500, eval.max = 2000, rel.tol = 1e-14, x.tol = 1e-10))
  theta <- natural(best$par)
  at <- complete(theta)
  likelihood <- log_likelihood(at)
  if (likelihood < ours[["logLikelihood"]] - 0.05) {
    cat(sprintf("R stopped at a log-likelihood of %.6f, below Prospect's: its parameters are not at the maximum\\n", likelihood))
  } else {
    for (name in names_of) report("R, its own estimates", name, at[[name]])
    report("R, its own estimates", "logLikelihood", likelihood)
    report("R, its own estimates", "aic", -2 * likelihood + 2 * settings[["k"]])
    report("R, its own estimates", "bic", -2 * likelihood + settings[["k"]] * log(n))
    report("R, its own estimates", "nextVariance", variances(at)[[2]][n + 1])
  }
}
`;
