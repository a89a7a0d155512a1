import { LOG_DENSITY } from "./log-density";

/** Volatility models in Python: numpy, scipy and arch. */
export const PYTHON = `
from scipy.optimize import minimize
from scipy.signal import fftconvolve
from scipy.special import gammaln

y = np.concatenate([settings["earlier"], data["returns"]])
kind, distribution = settings["variance"], settings["distribution"]
p, q, lags = int(settings["p"]), int(settings["q"]), len(settings["earlier"])
n = len(y) - lags
ours = {key: value for key, value, _ in figures}
names = [key for key in ours if key not in ("logLikelihood", "aic", "bic", "nextVariance")]
targeting = settings["targetVariance"] is not None
free = [name for name in names if not (targeting and name == "omega")]


${LOG_DENSITY.python}


def lag_weights(at):
    """Constant and weights of past squared shocks, latest first."""
    if kind == "har":
        weights = np.zeros(22)
        for i, span in enumerate((1, 5, 22)):
            weights[:span] += at[f"alpha{i + 1}"] / span
        return at["omega"], weights
    phi, d, beta = at["phi"], at["d"], at["beta1"]
    weights, delta = np.empty(1000), d
    weights[0] = phi - beta + d
    for i in range(1, 1000):
        after = delta * (i - d) / (i + 1)
        weights[i] = beta * weights[i - 1] + after - phi * delta
        delta = after
    return at["omega"] / (1 - beta), weights


def weights_of(at, name, count):
    return [at.get(f"{name}{i + 1}", 0.0) for i in range(count)]


def recursion(at, e, before):
    """The variances one by one: GARCH, GJR, EWMA, or the logarithms of an EGARCH."""
    if kind == "ewma":
        decay = at.get("decay", settings["decay"])
        omega, alpha, gamma, beta = 0.0, [1 - decay], [0.0], [decay]
    else:
        omega, alpha, gamma, beta = at["omega"], weights_of(at, "alpha", q), weights_of(at, "gamma", q), weights_of(at, "beta", p)
    logarithms = kind == "egarch"
    h, size, sign = [], [], []
    mean_size = np.sqrt(2 / np.pi)
    first = np.log(before) if logarithms else before
    for t in range(n + 1):
        value = omega
        for i in range(len(alpha)):
            if t > i:
                value += alpha[i] * size[t - 1 - i] + gamma[i] * sign[t - 1 - i]
            elif not logarithms:
                value += alpha[i] * before + gamma[i] * before / 2
        for i in range(len(beta)):
            value += beta[i] * (h[t - 1 - i] if t > i else first)
        if logarithms and not abs(value) < 600:
            return None
        h.append(value)
        if t < n:
            shock = e[t]
            if logarithms:
                z = shock * np.exp(-0.5 * value)
                size.append(abs(z) - mean_size)
                sign.append(z)
            else:
                size.append(shock * shock)
                sign.append(shock * shock if shock < 0 else 0.0)
    return np.exp(h) if logarithms else np.array(h)


def powers(at, e, before):
    """The variances of an APARCH, by the recursion of sigma^delta."""
    alpha, gamma, beta, delta = weights_of(at, "alpha", q), weights_of(at, "gamma", q), weights_of(at, "beta", p), at["delta"]
    first, levels = before ** (delta / 2), []
    for t in range(n + 1):
        value = at["omega"]
        for i in range(q):
            value += alpha[i] * ((abs(e[t - 1 - i]) - gamma[i] * e[t - 1 - i]) ** delta if t > i else first)
        for i in range(p):
            value += beta[i] * (levels[t - 1 - i] if t > i else first)
        if not value < 1e300:
            return None
        levels.append(value)
    return np.array(levels) ** (2 / delta)


def complete(theta):
    at = dict(zip(free, theta))
    if kind == "figarch":
        # Within its bounds by the shares of what they leave.
        at["phi"] = at["phi"] * (1 - at["d"]) / 2
        at["beta1"] = at["beta1"] * (at["d"] + at["phi"])
    if targeting:
        persistence = sum(value * (0.5 if name.startswith("gamma") else 1) for name, value in at.items() if name[:4] in ("alph", "gamm", "beta"))
        at["omega"] = settings["targetVariance"] * (1 - persistence)
    return at


def variances(at):
    e = y[lags:] - at.get("mu", 0.0)
    for i in range(lags):
        e = e - at[f"ar{i + 1}"] * y[lags - 1 - i : len(y) - 1 - i]
    before = settings["fixedPreSample"]
    if before is None:
        before = np.mean(e * e)
    if kind not in ("figarch", "har"):
        return e, (powers if kind == "aparch" else recursion)(at, e.tolist(), before)
    constant, weights = lag_weights(at)
    reach = len(weights)
    padded = np.concatenate([np.full(reach, before), e * e])
    return e, constant + fftconvolve(padded, weights)[reach - 1 : reach + n]


def log_likelihood(at):
    e, h = variances(at)
    if h is None or not np.all(h > 0):
        return -np.inf
    h = h[:n]
    return float(np.sum(log_density(e / np.sqrt(h), at.get("nu", 0.0), at.get("lambda", 0.0)) - 0.5 * np.log(h)))


def report_fit(program, at, likelihood, next_variance=None):
    if likelihood < ours["logLikelihood"] - 0.05:
        print(f"{program} stopped at a log-likelihood of {likelihood:.6f}, below Prospect's: its parameters are not at the maximum")
        return
    for name in names:
        report(program, name, at[name])
    report(program, "logLikelihood", likelihood)
    report(program, "aic", -2 * likelihood + 2 * settings["k"])
    report(program, "bic", -2 * likelihood + settings["k"] * np.log(n))
    if next_variance is not None:
        report(program, "nextVariance", next_variance)


# The likelihood at Prospect's parameters.
at_ours = {name: ours[name] for name in names}
report("numpy, at ours", "logLikelihood", log_likelihood(at_ours))
report("numpy, at ours", "nextVariance", variances(at_ours)[1][n])

if settings["atBound"]:
    print("the persistence is at its bound of 1, which the other programs do not have")
    sys.exit(compare())

# The parameters, re-estimated from a common start.
variance = float(np.var(y))
if kind == "egarch":
    start = {"omega": 0.05 * np.log(variance), "alpha": 0.15 / q, "gamma": 0.0, "beta": 0.95 / p}
    bounds = {"omega": (None, None), "alpha": (None, None), "gamma": (None, None), "beta": (-0.99999, 0.99999)}
elif kind == "aparch":
    start = {"omega": 0.05 * variance**0.65, "alpha": 0.06 / q, "gamma": 0.1, "beta": 0.88 / p, "delta": 1.3}
    bounds = {"gamma": (-0.9997, 0.9997), "delta": (0.05, 4)}
elif kind == "figarch":
    start, bounds = {"omega": 0.05 * variance, "phi": 0.5, "d": 0.4, "beta": 0.6}, {}
elif kind == "har":
    start, bounds = {"omega": 0.2 * variance, "alpha": 0.25}, {}
else:
    start, bounds = {"omega": 0.05 * variance, "alpha": 0.05 / q, "gamma": 0.02, "beta": 0.88 / p}, {}
start = {"mu": float(np.mean(y)), "ar": 0.0, "decay": 0.94, "nu": 1.5 if distribution == "ged" else 8.0, "lambda": 0.0, **start}
bounds = {"mu": (None, None), "ar": (None, None), "omega": (1e-12, None), "decay": (0, 1), "nu": (0.5, 20) if distribution == "ged" else (2.01, 200),
          "lambda": (-0.99, 0.99), **bounds}
stem = {name: name.rstrip("0123456789") for name in free}
start = [start[stem[name]] for name in free]
bounds = [bounds.get(stem[name], (0.0, 1.0)) for name in free]


def loss(theta):
    value = -log_likelihood(complete(theta))
    return value / n if np.isfinite(value) else 1e6


# Steps wide enough for the sums in the likelihood: several rounds, each from the best point before.
best = start
for step in (1e-5, 1e-6, 1e-7):
    found_here = minimize(loss, best, method="SLSQP", bounds=bounds, options={"maxiter": 500, "ftol": 1e-15, "eps": step})
    if loss(found_here.x) <= loss(best):
        best = found_here.x
polished = minimize(loss, best, method="Nelder-Mead", bounds=bounds, options={"maxiter": 300 * len(free), "xatol": 1e-8, "fatol": 1e-13})
best = complete(polished.x if polished.fun <= loss(best) else best)
report_fit("scipy", best, log_likelihood(best), variances(best)[1][n])

try:
    import arch
    from arch.univariate import APARCH, EGARCH, FIGARCH, GARCH, HARCH, ARX, ConstantMean, EWMAVariance, GeneralizedError, Normal, SkewStudent, StudentsT, ZeroMean
except ImportError:
    print("arch is not installed: pip install arch")
else:
    if targeting:
        print("arch has no variance targeting: skipped")
        sys.exit(compare())
    rescale = {"rescale": False}
    model = ARX(y, lags=lags, **rescale) if lags > 0 else ConstantMean(y, **rescale) if settings["mean"] == "constant" else ZeroMean(y, **rescale)
    o = q if any(name.startswith("gamma") for name in names) else 0
    model.volatility = {
        "aparch": lambda: APARCH(p=q, o=q, q=p),
        "egarch": lambda: EGARCH(p=q, o=q, q=p),
        "figarch": lambda: FIGARCH(p=1, q=1),
        "har": lambda: HARCH(lags=[1, 5, 22]),
        "ewma": lambda: EWMAVariance(settings["decay"]),
    }.get(kind, lambda: GARCH(p=q, o=o, q=p))()
    model.distribution = {"normal": Normal, "t": StudentsT, "skewt": SkewStudent, "ged": GeneralizedError}[distribution]()
    fit = model.fit(disp="off", backcast=settings["preSampleVariance"], tol=1e-12, options={"maxiter": 1000})
    # In the order Prospect names them: the mean, the variance, the distribution, as arch has them.
    values = fit.params.to_numpy()
    if distribution == "skewt":
        renamed = dict(zip(fit.params.index, values))
        values = np.concatenate([values[:-2], [renamed["eta"], renamed["lambda"]]])
    report_fit(f"arch {arch.__version__}", dict(zip(names, values)), fit.loglikelihood)
`;
