/** Inverse of a positive definite matrix by Gauss-Jordan elimination. */
function invert(matrix: number[][]): number[][] {
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  rows.forEach((pivot, i) => {
    const by = pivot[i];
    for (let j = 0; j < pivot.length; j++) pivot[j] /= by;
    for (const row of rows) {
      const factor = row[i];
      if (row !== pivot) for (let j = 0; j < pivot.length; j++) row[j] -= factor * pivot[j];
    }
  });
  return rows.map((row) => row.slice(matrix.length));
}

/** Nyblom's statistics of the parameters in `kept`, individually and jointly, from differences of the observations' log-likelihoods. */
export function plainStability(likelihoods: (values: number[]) => number[], values: number[], kept: number[]) {
  const scores = kept.map((j) => {
    const step = 1e-5 * Math.max(Math.abs(values[j]), 1e-2);
    const at = (by: number) => likelihoods(values.map((value, i) => (i === j ? value + by * step : value)));
    const [up, down, far, back] = [at(1), at(-1), at(2), at(-2)];
    return up.map((value, t) => (8 * (value - down[t]) - (far[t] - back[t])) / (12 * step));
  });
  const sums = scores.map((column) => {
    let total = 0;
    return column.map((score) => {
      total += score;
      return total;
    });
  });
  const products = (columns: number[][]) => columns.map((a) => columns.map((b) => a.reduce((sum, value, t) => sum + value * b[t], 0)));
  const [variance, running, n] = [products(scores), products(sums), scores[0].length];
  const inverse = invert(variance);
  const joint = running.reduce((sum, row, i) => sum + row.reduce((part, value, j) => part + value * inverse[i][j], 0), 0) / n;
  return { single: kept.map((_, i) => running[i][i] / variance[i][i] / n), joint };
}
