import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Each regime has a mean and a variance; the initial distribution is the stationary one of the chain. Rows of the transition matrix are the origin of a step.",
];

export const regimesScript: ScriptTemplate = {
  python: {
    notes: [
      "Written for numpy 1.24 and statsmodels 0.13 (MarkovRegression with switching variance).",
      ...CONVENTIONS,
      "statsmodels transposes the transition matrix: regime_transition[to, from].",
    ],
    code: `
import warnings

import statsmodels
from statsmodels.tsa.regime_switching.markov_regression import MarkovRegression

y = data["returns"]
k = int(settings["states"])
mean, variance = np.array(settings["mean"]), np.array(settings["variance"])
transition = np.array(settings["transition"]).reshape(k, k)


def long_run(p):
    a = np.vstack([p.T - np.eye(k), np.ones(k)])
    return np.linalg.lstsq(a, np.append(np.zeros(k), 1.0), rcond=None)[0]


# Hamilton's filter at Prospect's parameters.
state, total = long_run(transition), 0.0
for t, value in enumerate(y):
    ahead = state if t == 0 else transition.T @ state
    joint = ahead * np.exp(-0.5 * (value - mean) ** 2 / variance) / np.sqrt(2 * np.pi * variance)
    total += np.log(joint.sum())
    state = joint / joint.sum()
report("numpy, at ours", "logLikelihood", total)
for i in range(k):
    report("numpy, at ours", f"filtered{i + 1}", state[i])

# The same model, refitted.
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    np.random.seed(1)
    model = MarkovRegression(y, k_regimes=k, trend="c", switching_variance=True)
    fit = model.fit(search_reps=20, maxiter=1000, disp=False)
program = f"statsmodels {statsmodels.__version__}"
found_mean = np.array([fit.params[list(model.param_names).index(f"const[{i}]")] for i in range(k)])
found_variance = np.array([fit.params[list(model.param_names).index(f"sigma2[{i}]")] for i in range(k)])
found_transition = fit.regime_transition[:, :, 0].T if fit.regime_transition.ndim == 3 else fit.regime_transition.T
# The regimes of both in the order of their variances.
theirs, order = np.argsort(found_variance), np.argsort(variance)
report(program, "logLikelihood", fit.llf)
for a, b in zip(order, theirs):
    report(program, f"mean{a + 1}", found_mean[b])
    report(program, f"variance{a + 1}", found_variance[b])
    report(program, f"stay{a + 1}", found_transition[b, b])
    report(program, f"filtered{a + 1}", fit.filtered_marginal_probabilities[-1][b])
`,
  },
  r: {
    notes: [
      "Written for R 4.2; MSwM 1.5 is used if installed.",
      ...CONVENTIONS,
      "MSwM starts with equal probabilities: its likelihood differs in the first step.",
    ],
    code: `
y <- data[["returns"]]
k <- settings[["states"]]
mean_of <- settings[["mean"]]
variance <- settings[["variance"]]
transition <- matrix(settings[["transition"]], k, k, byrow = TRUE)
state <- qr.solve(rbind(t(transition) - diag(k), 1), c(rep(0, k), 1))

# Hamilton's filter at Prospect's parameters.
total <- 0
for (t in seq_along(y)) {
  ahead <- if (t == 1) state else as.vector(t(transition) %*% state)
  joint <- ahead * dnorm(y[t], mean_of, sqrt(variance))
  total <- total + log(sum(joint))
  state <- joint / sum(joint)
}
report("R, at ours", "logLikelihood", total)
for (i in seq_len(k)) report("R, at ours", paste0("filtered", i), state[i])

if (requireNamespace("MSwM", quietly = TRUE)) {
  set.seed(1)
  fit <- MSwM::msmFit(lm(y ~ 1), k = k, sw = c(TRUE, TRUE))
  program <- paste("MSwM", packageVersion("MSwM"))
  order_ours <- order(variance)
  order_theirs <- order(fit@std)
  for (i in seq_len(k)) {
    report(program, paste0("mean", order_ours[i]), fit@Coef[order_theirs[i], 1])
    report(program, paste0("variance", order_ours[i]), fit@std[order_theirs[i]]^2)
  }
} else cat("MSwM is not installed: install.packages(\\"MSwM\\")\\n")
`,
  },
};
