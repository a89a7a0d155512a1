const mean = (x: number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;
const deviation = (x: number[]) => Math.sqrt(x.reduce((sum, value) => sum + (value - mean(x)) ** 2, 0) / (x.length - 1));
const quantile = (x: number[], p: number) => {
  const sorted = x.toSorted((a, b) => a - b);
  const place = p * (x.length - 1);
  const below = Math.floor(place);
  return sorted[below] + (place - below) * (sorted[Math.ceil(place)] - sorted[below]);
};

/** Volatility of the last 22 returns against its median over the last 252 steps, and the 95% quantile of its history. */
export function volatilityTwin(returns: number[], root: number): { value: number; median: number; limit: number } {
  const history = returns.slice(21).map((_, t) => deviation(returns.slice(t, t + 22)) * root);
  const median = quantile(history.slice(-252), 0.5);
  const recent = history[history.length - 1];
  return { value: recent / (recent + median), median, limit: quantile(history, 0.95) };
}

/** Correlation of a path with time. */
export function timeCorrelationTwin(path: number[]): number {
  const [cx, cy] = [(path.length - 1) / 2, mean(path)];
  const xy = path.reduce((sum, y, i) => sum + (i - cx) * (y - cy), 0);
  return xy / Math.sqrt(path.reduce((sum, _, i) => sum + (i - cx) ** 2, 0) * path.reduce((sum, y) => sum + (y - cy) ** 2, 0));
}

/** Mean divided by Newey and West's standard error. */
export function driftTwin(returns: number[], lags: number): number {
  const c = returns.map((r) => r - mean(returns));
  const product = (k: number) => c.slice(k).reduce((sum, value, t) => sum + value * c[t], 0);
  const total = Array.from({ length: lags }, (_, i) => 2 * (1 - (i + 1) / (lags + 1)) * product(i + 1)).reduce((a, b) => a + b, product(0));
  return (mean(returns) * returns.length) / Math.sqrt(total);
}
