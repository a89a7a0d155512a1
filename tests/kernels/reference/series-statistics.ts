/** Statistics of columns by their definitions. */
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);

export const logReturnsTwin = (x: Float64Array) => x.map((value, t) => (t === 0 ? Number.NaN : Math.log(value) - Math.log(x[t - 1])));

export function volatilityTwin(returns: Float64Array, n: number, scale: number): Float64Array {
  return returns.map((_, t) => {
    if (t < n) return Number.NaN;
    const window = returns.subarray(t - n + 1, t + 1);
    const mean = sum(window) / n;
    return scale * Math.sqrt(sum(window.map((r) => (r - mean) ** 2)) / (n - 1));
  });
}

export function drawdownTwin(x: Float64Array): Float64Array {
  let peak = Number.NEGATIVE_INFINITY;
  return x.map((value) => {
    peak = Math.max(peak, value);
    return value / peak - 1;
  });
}

/** Count, mean, and second, third and fourth central moments. */
export function momentsTwin(x: Float64Array): { mean: number; m2: number; m3: number; m4: number } {
  const mean = sum(x) / x.length;
  const power = (k: number) => sum(x.map((value) => (value - mean) ** k)) / x.length;
  return { mean, m2: power(2), m3: power(3), m4: power(4) };
}
