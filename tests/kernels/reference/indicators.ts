/** Indicators by their definitions, value by value. NaN marks the warm-up. */
const warm = (length: number, first: number, at: (t: number) => number) =>
  Float64Array.from({ length }, (_, t) => (t < first ? Number.NaN : at(t)));
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

export const smaTwin = (x: Float64Array, n: number) => warm(x.length, n - 1, (t) => mean(x.subarray(t - n + 1, t + 1)));

export function emaTwin(x: Float64Array, n: number): Float64Array {
  let previous = mean(x.subarray(0, n));
  return warm(x.length, n - 1, (t) => {
    if (t >= n) previous += (2 / (n + 1)) * (x[t] - previous);
    return previous;
  });
}

export function rsiTwin(x: Float64Array, n: number): Float64Array {
  const change = Array.from(x, (value, t) => value - x[t - 1]);
  let gain = mean(change.slice(1, n + 1).map((d) => Math.max(d, 0)));
  let loss = mean(change.slice(1, n + 1).map((d) => Math.max(-d, 0)));
  return warm(x.length, n, (t) => {
    if (t > n) gain += (Math.max(change[t], 0) - gain) / n;
    if (t > n) loss += (Math.max(-change[t], 0) - loss) / n;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}
