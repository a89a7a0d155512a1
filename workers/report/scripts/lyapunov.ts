import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "Rosenstein's divergence curve with Prospect's embedding: nearest neighbor of each delay vector outside the Theiler window, mean log distance after each step (as in nolds and nonlinearTseries).",
  "The exponent is the slope of that curve over the same steps. Its significance is judged by surrogates, which are random and are not compared.",
];

/** The largest Lyapunov exponent. */
export const lyapunovScript: ScriptTemplate = {
  python: {
    notes: ["Written for numpy 1.24.", ...CONVENTIONS],
    code: `
values = data["values"]
x = np.diff(np.log(values)) * 100 if settings["kind"] == "prices" else values
x = x[-int(settings["n"]):]
m, lag, apart = int(settings["dimension"]), int(settings["lag"]), int(settings["theiler"])
steps = int(settings["steps"]) + 1
whole = len(x) - (m - 1) * lag
points = whole - (steps - 1)
vectors = np.stack([x[i * lag: i * lag + whole] for i in range(m)], axis=1)
nearest = np.empty(points, dtype=int)
for i in range(points):
    square = np.sum((vectors[:points] - vectors[i]) ** 2, axis=1)
    square[max(0, i - apart): i + apart + 1] = np.inf
    nearest[i] = np.argmin(square)
here = np.arange(points)
curve = []
for k in range(steps):
    distance = np.sqrt(np.sum((vectors[here + k] - vectors[nearest + k]) ** 2, axis=1))
    curve.append(np.mean(np.log(distance[distance > 0])))
curve = np.array(curve)
first, last = int(settings["from"]), int(settings["to"])
line = np.polyfit(np.arange(first, last + 1), curve[first: last + 1], 1)
report("numpy", "exponent", line[0] / settings["interval"])
report("numpy", "points", points)
for k in (0, first, last, steps - 1):
    report("numpy", f"S({k})", curve[k])

r = np.diff(np.log(values)) if settings["kind"] == "prices" else values
size = np.abs(r) - np.abs(r).mean()
report("numpy", "clustering", max(0.0, np.mean([np.sum(size[k:] * size[:-k]) / np.sum(size**2) for k in range(1, 11)])))
path = np.concatenate([[0.0], np.cumsum(r - r.mean())])
single = np.sum((r - r.mean()) ** 2) / (len(r) - 1)
away = []
for q in (2, 4, 8, 16):
    away.append(abs(np.sum((path[q:] - path[:-q]) ** 2) / (q * (len(r) - q + 1) * (1 - q / len(r))) / single - 1))
report("numpy", "priceEfficiency", 1 - min(1.0, np.mean(away)))
`,
  },
  r: {
    notes: ["Written for R 4.2.", ...CONVENTIONS],
    code: `
values <- data[["values"]]
r <- if (settings[["kind"]] == "prices") diff(log(values)) else values
x <- tail(if (settings[["kind"]] == "prices") 100 * r else r, settings[["n"]])
m <- settings[["dimension"]]
lag <- settings[["lag"]]
apart <- settings[["theiler"]]
steps <- settings[["steps"]] + 1
whole <- length(x) - (m - 1) * lag
points <- whole - (steps - 1)
vectors <- sapply(seq_len(m) - 1, function(i) x[i * lag + seq_len(whole)])
vectors <- matrix(vectors, whole)
here <- seq_len(points)
nearest <- sapply(here, function(i) {
  square <- rowSums((vectors[here, , drop = FALSE] - rep(vectors[i, ], each = points))^2)
  square[max(1, i - apart):min(points, i + apart)] <- Inf
  which.min(square)
})
curve <- sapply(seq_len(steps) - 1, function(k) {
  distance <- sqrt(rowSums((vectors[here + k, , drop = FALSE] - vectors[nearest + k, , drop = FALSE])^2))
  mean(log(distance[distance > 0]))
})
first <- settings[["from"]]
last <- settings[["to"]]
steps_fitted <- first:last
report("R", "exponent", unname(coef(lm(curve[steps_fitted + 1] ~ steps_fitted))[2]) / settings[["interval"]])
report("R", "points", points)
for (k in unique(c(0, first, last, steps - 1))) report("R", sprintf("S(%d)", k), curve[k + 1])
report("R", "clustering", max(0, mean(acf(abs(r), lag.max = 10, plot = FALSE)$acf[2:11])))
path <- c(0, cumsum(r - mean(r)))
n <- length(r)
single <- sum((r - mean(r))^2) / (n - 1)
away <- sapply(c(2, 4, 8, 16), function(q) abs(sum(diff(path, q)^2) / (q * (n - q + 1) * (1 - q / n)) / single - 1))
report("R", "priceEfficiency", 1 - min(1, mean(away)))
`,
  },
};
