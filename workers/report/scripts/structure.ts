import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Log returns of prices, or the returns as given. Permutation entropy by Bandt and Pompe, ties in order of appearance, over ln D!.",
  "Variance ratios by Lo and MacKinlay, unbiased, with the heteroskedasticity-robust statistic. Hurst's rescaled ranges over their Anis-Lloyd expectation (nolds adds Peters' factor); windows from 10 rows to a quarter, each a fifth longer.",
  "Detrended fluctuations of the cumulative returns, windows from both ends. Fractal dimension by Hall and Wood.",
];

/** Entropy, memory and efficiency of a series. */
export const structureScript: ScriptTemplate = {
  python: {
    notes: ["Written for numpy 1.24 and scipy 1.10.", ...CONVENTIONS],
    code: `
from collections import Counter
from math import factorial

from numpy.lib.stride_tricks import sliding_window_view
from scipy.special import gammaln

values = data["values"]
r = np.diff(np.log(values)) if settings["prices"] else values
n = len(r)
path = np.concatenate([[0.0], np.cumsum(r - r.mean())])


def slope(x, y):
    return np.polyfit(np.log(x), np.log(y), 1)[0]


for order in range(3, 8):
    windows = sliding_window_view(r, (order - 1) * int(settings["delay"]) + 1)[:, ::int(settings["delay"])]
    counts = np.array(list(Counter(map(tuple, np.argsort(windows, axis=1, kind="stable"))).values()))
    shares = counts / counts.sum()
    report("numpy", f"entropy {order}", -np.sum(shares * np.log(shares)) / np.log(factorial(order)))

mu = r.mean()
squares = (r - mu) ** 2
single = squares.sum() / (n - 1)
ratios = []
for q in (2, 4, 8, 16):
    steps = path[q:] - path[:-q]
    ratio = np.sum(steps**2) / (q * (n - q + 1) * (1 - q / n)) / single
    theta = sum((2 * (q - j) / q) ** 2 * n * np.sum(squares[j:] * squares[:-j]) / squares.sum() ** 2 for j in range(1, q))
    ratios.append(ratio)
    report("numpy", f"variance ratio {q}", ratio)
    report("numpy", f"variance ratio {q}, z", np.sqrt(n) * (ratio - 1) / np.sqrt(theta))
report("numpy", "priceEfficiency", 1 - min(1.0, np.mean(np.abs(np.array(ratios) - 1))))

lengths, length = [], 10
while length <= n // 4:
    lengths.append(length)
    length = max(length + 1, length * 6 // 5)
ranges, fluctuations = [], []
for s in lengths:
    blocks = r[: n // s * s].reshape(-1, s)
    away = np.cumsum(blocks - blocks.mean(axis=1, keepdims=True), axis=1)
    away = np.concatenate([np.zeros((len(away), 1)), away], axis=1)
    spread = blocks.std(axis=1)
    rescaled = ((away.max(axis=1) - away.min(axis=1))[spread > 0] / spread[spread > 0]).mean()
    k = np.arange(1, s)
    ranges.append(rescaled / (np.exp(gammaln((s - 1) / 2) - gammaln(s / 2)) / np.sqrt(np.pi) * np.sum(np.sqrt((s - k) / k))))
    t = np.arange(s) - (s - 1) / 2
    total = 0.0
    starts = [0] if n % s == 0 else [0, n % s]
    for start in starts:
        parts = path[1 + start: 1 + start + n // s * s].reshape(-1, s)
        parts = parts - parts.mean(axis=1, keepdims=True)
        total += np.sum((parts - np.outer(parts @ t / (t @ t), t)) ** 2)
    fluctuations.append(np.sqrt(total / (len(starts) * (n // s) * s)))
report("numpy", "rescaledRange", 0.5 + slope(lengths, ranges))
report("numpy", "detrendedFluctuation", slope(lengths, fluctuations))
even = path[: n - n % 2 + 1]
dimension = 2 - np.log2(2 * np.abs(np.diff(even[::2])).sum() / np.abs(np.diff(even)).sum())
report("numpy", "fractalDimension", dimension)
report("numpy", "efficiencyIndex", np.sqrt((slope(lengths, fluctuations) - 0.5) ** 2 + (dimension - 1.5) ** 2 + ((ratios[0] - 1) / 2) ** 2))

prices = values if settings["prices"] else np.concatenate([[0.0], np.cumsum(r)])
period = int(settings["period"])
way = np.abs(np.diff(prices))
report("numpy", "efficiency ratio, last", abs(prices[-1] - prices[-1 - period]) / way[-period:].sum())
size = np.abs(r) - np.abs(r).mean()
report("numpy", "clustering", max(0.0, np.mean([np.sum(size[k:] * size[:-k]) / np.sum(size**2) for k in range(1, 11)])))
`,
  },
  r: {
    notes: ["Written for R 4.2.", ...CONVENTIONS],
    code: `
values <- data[["values"]]
r <- if (settings[["prices"]]) diff(log(values)) else values
n <- length(r)
path <- c(0, cumsum(r - mean(r)))
slope <- function(x, y) unname(coef(lm(log(y) ~ log(x)))[2])
delay <- settings[["delay"]]
for (order in 3:7) {
  windows <- sapply(0:(order - 1), function(k) r[seq_len(n - (order - 1) * delay) + k * delay])
  pattern <- apply(windows, 1, function(row) paste(order(row), collapse = ""))
  shares <- as.vector(table(pattern)) / length(pattern)
  report("R", paste("entropy", order), -sum(shares * log(shares)) / lfactorial(order))
}
squares <- (r - mean(r))^2
single <- sum(squares) / (n - 1)
ratios <- sapply(c(2, 4, 8, 16), function(q) {
  ratio <- sum(diff(path, q)^2) / (q * (n - q + 1) * (1 - q / n)) / single
  theta <- sum(sapply(seq_len(q - 1), function(j) (2 * (q - j) / q)^2 * n * sum(squares[(j + 1):n] * squares[1:(n - j)]) / sum(squares)^2))
  report("R", paste("variance ratio", q), ratio)
  report("R", paste0("variance ratio ", q, ", z"), sqrt(n) * (ratio - 1) / sqrt(theta))
  ratio
})
report("R", "priceEfficiency", 1 - min(1, mean(abs(ratios - 1))))
lengths <- c()
size <- 10
while (size <= n %/% 4) {
  lengths <- c(lengths, size)
  size <- max(size + 1, (size * 6) %/% 5)
}
ranges <- sapply(lengths, function(s) {
  blocks <- matrix(r[seq_len(n %/% s * s)], s)
  each <- apply(blocks, 2, function(block) {
    away <- c(0, cumsum(block - mean(block)))
    (max(away) - min(away)) / sqrt(mean((block - mean(block))^2))
  })
  k <- seq_len(s - 1)
  mean(each[is.finite(each)]) / (exp(lgamma((s - 1) / 2) - lgamma(s / 2)) / sqrt(pi) * sum(sqrt((s - k) / k)))
})
fluctuations <- sapply(lengths, function(s) {
  time <- seq_len(s) - (s + 1) / 2
  starts <- if (n %% s == 0) 0 else c(0, n %% s)
  total <- sum(sapply(starts, function(start) {
    parts <- matrix(path[1 + start + seq_len(n %/% s * s)], s)
    sum(apply(parts, 2, function(part) {
      part <- part - mean(part)
      sum((part - sum(part * time) / sum(time^2) * time)^2)
    }))
  }))
  sqrt(total / (length(starts) * (n %/% s) * s))
})
report("R", "rescaledRange", 0.5 + slope(lengths, ranges))
report("R", "detrendedFluctuation", slope(lengths, fluctuations))
even <- path[seq_len(n - n %% 2 + 1)]
dimension <- 2 - log2(2 * sum(abs(diff(even[seq(1, length(even), 2)]))) / sum(abs(diff(even))))
report("R", "fractalDimension", dimension)
report("R", "efficiencyIndex", sqrt((slope(lengths, fluctuations) - 0.5)^2 + (dimension - 1.5)^2 + ((ratios[1] - 1) / 2)^2))
prices <- if (settings[["prices"]]) values else c(0, cumsum(r))
period <- settings[["period"]]
last <- length(prices)
report("R", "efficiency ratio, last", abs(prices[last] - prices[last - period]) / sum(abs(diff(prices[(last - period):last]))))
report("R", "clustering", max(0, mean(acf(abs(r), lag.max = 10, plot = FALSE)$acf[2:11])))
`,
  },
};
