/** Plain definitions, which the kernels must match. */
const mean = (x: ArrayLike<number>) => Array.from(x).reduce((sum, value) => sum + value, 0) / x.length;

export function ljungBoxOf(x: Float64Array, lags: number): number {
  const center = mean(x);
  const c = x.map((value) => value - center);
  const product = (k: number) => c.subarray(k).reduce((sum, value, t) => sum + value * c[t], 0);
  const n = x.length;
  return n * (n + 2) * Array.from({ length: lags }, (_, i) => (product(i + 1) / product(0)) ** 2 / (n - i - 1)).reduce((a, b) => a + b);
}

export function prospectOf(returns: Float64Array, window: number, lambda: number): { mean: number; breakEven: number } {
  const x = Array.from(returns.subarray(window), (r, t) => r - (window ? mean(returns.subarray(t, t + window)) : 0));
  const gains = x.filter((value) => value > 0).reduce((sum, value) => sum + value ** 0.88, 0);
  const losses = x.filter((value) => value < 0).reduce((sum, value) => sum + (-value) ** 0.88, 0);
  return { mean: (gains - lambda * losses) / x.length, breakEven: gains / losses };
}

export function periodogramOf(x: Float64Array, j: number): number {
  const angle = (t: number) => (2 * Math.PI * ((j * t) % x.length)) / x.length;
  const real = x.reduce((sum, value, t) => sum + value * Math.cos(angle(t)), 0);
  const imaginary = x.reduce((sum, value, t) => sum + value * Math.sin(angle(t)), 0);
  return real ** 2 + imaginary ** 2;
}
