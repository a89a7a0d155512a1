/** Fixed-point bits that represent every value down to 1e-25 exactly: exact sums use such integers. */
const POINT = 140;

const integerOf = (value: number): bigint => {
  const exponent = Math.floor(Math.log2(Math.abs(value) || 1));
  const bits = Math.max(0, 52 - exponent);
  if (bits > POINT) throw new Error("too small to be held exactly");
  return BigInt(value * 2 ** bits) << BigInt(POINT - bits);
};

/**
 * Highest correlation of each window of m values with one at least `first` away, from integer sums, rounded once; -2 for constant windows
 * and where there is none.
 */
export function exactCorrelations(x: Float64Array, m: number, first: number): Float64Array {
  const values = Array.from(x, integerOf);
  const [count, n] = [BigInt(m), x.length - m + 1];
  const sums = Array.from({ length: n }, (_, i) => values.slice(i, i + m).reduce((a, b) => a + b, 0n));
  const products = (i: number, j: number) => {
    let sum = 0n;
    for (let k = 0; k < m; k++) sum += values[i + k] * values[j + k];
    return Number(count * sum - sums[i] * sums[j]);
  };
  const norms = sums.map((_, i) => Math.sqrt(products(i, i)));
  const best = new Float64Array(n).fill(-2);
  for (let i = 0; i < n; i++)
    for (let j = i + first; j < n; j++) {
      if (norms[i] === 0 || norms[j] === 0) continue;
      const correlation = products(i, j) / norms[i] / norms[j];
      best[i] = Math.max(best[i], correlation);
      best[j] = Math.max(best[j], correlation);
    }
  return best;
}

/**
 * Windows at which the kernel restarts its sums: squared norm below 1 / `most` of the sum of norms since the last restart; constant windows
 * are skipped.
 */
export function restartsTwin(x: Float64Array, m: number, most: number): number[] {
  const found: number[] = [];
  let sum = 0;
  for (let i = 0; i + m <= x.length; i++) {
    const window = x.subarray(i, i + m);
    const mean = window.reduce((a, b) => a + b, 0) / m;
    const square = window.reduce((total, value) => total + (value - mean) ** 2, 0);
    sum += square;
    if (square === 0 || sum <= most * square) continue;
    found.push(i);
    sum = square;
  }
  return found;
}
