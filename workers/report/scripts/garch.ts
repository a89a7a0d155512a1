import { LOG_DENSITY } from "./log-density";
import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Returns are in the unit they were fitted in. Prospect's GARCH(p,q) has p lags of the variance (beta) and q lags of squared shocks (alpha), as Bollerslev (1986).",
  "Prospect limits the persistence to 1; the other programs do not. If the fit is at that bound they have another optimum, and their estimates are not compared.",
  "Pre-sample squared shocks and variances are the mean squared residual, or as set by preSampleVariance.",
];

/** GARCH and GJR with a constant or zero mean. */
export const garchScript: ScriptTemplate = {
  python: {
    notes: [
      "Written for numpy 1.24 and scipy 1.10, which evaluate and maximize the likelihood, and for arch 7 or later, which is used if installed.",
      ...CONVENTIONS,
      "In arch p and q change places: arch_model(p=lags of squared shocks, q=lags of the variance). Its skewed t is Hansen's, as here.",
    ],
    code: `
from scipy.optimize import minimize
from scipy.special import gammaln

y = data["returns"]
n = len(y)
p, q, o = int(settings["p"]), int(settings["q"]), int(settings["asymmetric"])
has_mean = settings["mean"] == "constant"
distribution = settings["distribution"]
ours = {key: value for key, value, _ in figures}
names = (["mu"] if has_mean else []) + ["omega"] + [f"alpha{i + 1}" for i in range(q)] + [f"gamma{i + 1}" for i in range(o)]
names += [f"beta{i + 1}" for i in range(p)] + ([] if distribution == "normal" else ["nu"]) + (["lambda"] if distribution == "skewt" else [])


${LOG_DENSITY.python}


def variances(theta):
    at = dict(zip(names, theta))
    e = y - at.get("mu", 0.0)
    before = settings["fixedPreSample"]
    if before is None:
        before = np.mean(e * e)
    alpha = [at[f"alpha{i + 1}"] for i in range(q)]
    gamma = [at[f"gamma{i + 1}"] for i in range(o)]
    beta = [at[f"beta{i + 1}"] for i in range(p)]
    square = e * e
    negative_square = np.where(e < 0, square, 0.0)
    h = np.empty(n + 1)
    for t in range(n + 1):
        value = at["omega"]
        for i, weight in enumerate(alpha):
            value += weight * (square[t - 1 - i] if t > i else before)
        for i, weight in enumerate(gamma):
            value += weight * (negative_square[t - 1 - i] if t > i else before / 2)
        for i, weight in enumerate(beta):
            value += weight * (h[t - 1 - i] if t > i else before)
        h[t] = value
    return e, h, at


def log_likelihood(theta):
    e, h, at = variances(theta)
    h = h[:n]
    if not np.all(h > 0):
        return -np.inf
    return float(np.sum(log_density(e / np.sqrt(h), at.get("nu", 0.0), at.get("lambda", 0.0)) - 0.5 * np.log(h)))


def report_fit(program, theta, likelihood, next_variance=None):
    if likelihood < ours["logLikelihood"] - 0.05:
        print(f"{program} stopped at a log-likelihood of {likelihood:.6f}, below Prospect's: its parameters are not at the maximum")
        return
    for name, value in zip(names, theta):
        report(program, name, value)
    report(program, "logLikelihood", likelihood)
    report(program, "aic", -2 * likelihood + 2 * len(names))
    report(program, "bic", -2 * likelihood + len(names) * np.log(n))
    if next_variance is not None:
        report(program, "nextVariance", next_variance)


# The likelihood at Prospect's parameters.
at_ours = [ours[name] for name in names]
report("numpy, at ours", "logLikelihood", log_likelihood(at_ours))
report("numpy, at ours", "nextVariance", variances(at_ours)[1][n])

if settings["atBound"]:
    print("the persistence is at its bound of 1, which the other programs do not have")
    sys.exit(compare())

# The parameters, re-estimated from a common start.
bounds = {"mu": (None, None), "omega": (1e-12, None), "nu": (2.01, 200) if distribution != "ged" else (0.5, 20), "lambda": (-0.99, 0.99)}
bounds = [bounds.get(name, (0.0, 1.0)) for name in names]
start = {"mu": np.mean(y), "omega": 0.05 * np.var(y), "nu": 1.5 if distribution == "ged" else 8.0, "lambda": 0.0}
start = [start.get(name, 0.05 / q if name.startswith("alpha") else 0.02 if name.startswith("gamma") else 0.88 / p) for name in names]


def loss(theta):
    value = -log_likelihood(theta)
    return value / n if np.isfinite(value) else 1e6


best = minimize(loss, start, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500, "ftol": 1e-14, "gtol": 1e-9})
best = minimize(loss, best.x, method="Nelder-Mead", bounds=bounds, options={"maxiter": 400 * len(names), "xatol": 1e-9, "fatol": 1e-14})
report_fit("scipy", best.x, log_likelihood(best.x), variances(best.x)[1][n])

try:
    import arch
except ImportError:
    print("arch is not installed: pip install arch")
else:
    dist = {"normal": "normal", "t": "t", "skewt": "skewt", "ged": "ged"}[distribution]
    model = arch.arch_model(y, mean="Constant" if has_mean else "Zero", vol="GARCH", p=q, o=o, q=p, dist=dist, rescale=False)
    fit = model.fit(disp="off", backcast=settings["preSampleVariance"], tol=1e-12, options={"maxiter": 1000})
    renamed = {"mu": "mu", "omega": "omega", "lambda": "lambda", "nu": "eta" if distribution == "skewt" else "nu"}
    values = [fit.params[renamed.get(name, f"{name[:5]}[{name[5:]}]" if not name.startswith("beta") else f"beta[{name[4:]}]")] for name in names]
    report_fit(f"arch {arch.__version__}", values, fit.loglikelihood)
`,
  },
  r: {
    notes: [
      "Written for R 4.2 and fGarch 4022.89; rugarch 1.4 or later is used if installed.",
      ...CONVENTIONS,
      "In fGarch and rugarch, too, garch(a, b) has a lags of squared shocks and b lags of the variance. Their skewed t is that of Fernandez and Steel, not Hansen's: it is not used here.",
    ],
    code: `
y <- data[["returns"]]
n <- length(y)
p <- settings[["p"]]
q <- settings[["q"]]
distribution <- settings[["distribution"]]
with_mean <- settings[["mean"]] == "constant"
names_of <- c(if (with_mean) "mu", "omega", paste0("alpha", seq_len(q)), if (settings[["asymmetric"]] > 0) "gamma1",
              paste0("beta", seq_len(p)), if (distribution != "normal") "nu", if (distribution == "skewt") "lambda")
at <- sapply(names_of, function(name) Filter(function(one) one[[1]] == name, figures)[[1]][[2]])
value <- function(name) if (name %in% names_of) at[[name]] else 0

# The likelihood at Prospect's parameters.
e <- y - value("mu")
before <- if (is.na(settings[["fixedPreSample"]])) mean(e^2) else settings[["fixedPreSample"]]
h <- numeric(n + 1)
for (t in seq_len(n + 1)) {
  h[t] <- value("omega")
  for (i in seq_len(q)) h[t] <- h[t] + value(paste0("alpha", i)) * (if (t > i) e[t - i]^2 else before)
  h[t] <- h[t] + value("gamma1") * (if (t > 1) min(e[t - 1], 0)^2 else before / 2)
  for (i in seq_len(p)) h[t] <- h[t] + value(paste0("beta", i)) * (if (t > i) h[t - i] else before)
}
z <- e / sqrt(h[seq_len(n)])
${LOG_DENSITY.r}
report("R, at ours", "logLikelihood", sum(log_density(z, value("nu"), value("lambda")) - 0.5 * log(h[seq_len(n)])))
report("R, at ours", "nextVariance", h[n + 1])

best <- Filter(function(one) one[[1]] == "logLikelihood", figures)[[1]][[2]]
report_fit <- function(program, coefficients, likelihood) {
  if (likelihood < best - 0.05) {
    cat(sprintf("%s stopped at a log-likelihood of %.6f, below Prospect's: its parameters are not at the maximum\\n", program, likelihood))
    return(invisible())
  }
  for (name in names_of) report(program, name, coefficients[[name]])
  report(program, "logLikelihood", likelihood)
  report(program, "aic", -2 * likelihood + 2 * length(names_of))
  report(program, "bic", -2 * likelihood + length(names_of) * log(n))
}
comparable <- settings[["asymmetric"]] == 0 && distribution != "skewt" && is.na(settings[["fixedPreSample"]]) && !settings[["atBound"]]
if (!comparable) {
  cat("fGarch and rugarch do not fit this model in the same form: they are skipped\\n")
} else {
  if (requireNamespace("fGarch", quietly = TRUE)) {
    form <- as.formula(sprintf("~ garch(%d, %d)", q, p))
    fit <- suppressWarnings(fGarch::garchFit(form, data = y, include.mean = with_mean, trace = FALSE,
                                             cond.dist = c(normal = "norm", t = "std", ged = "ged")[[distribution]]))
    coefficients <- as.list(fGarch::coef(fit))
    if (distribution != "normal") coefficients[["nu"]] <- coefficients[["shape"]]
    report_fit(paste("fGarch", packageVersion("fGarch")), coefficients, -as.numeric(fit@fit$llh))
  } else cat("fGarch is not installed: install.packages(\\"fGarch\\")\\n")
  if (requireNamespace("rugarch", quietly = TRUE)) {
    spec <- rugarch::ugarchspec(variance.model = list(model = "sGARCH", garchOrder = c(q, p)),
                                mean.model = list(armaOrder = c(0, 0), include.mean = with_mean),
                                distribution.model = c(normal = "norm", t = "std", ged = "ged")[[distribution]])
    fit <- rugarch::ugarchfit(spec, y, solver = "hybrid")
    coefficients <- as.list(rugarch::coef(fit))
    if (distribution != "normal") coefficients[["nu"]] <- coefficients[["shape"]]
    report_fit(paste("rugarch", packageVersion("rugarch")), coefficients, rugarch::likelihood(fit))
  } else cat("rugarch is not installed: install.packages(\\"rugarch\\")\\n")
}
`,
  },
};
