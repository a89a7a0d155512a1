/** Plain dense linear algebra on row-major n x n matrices. */

/** Eigenvalues in ascending order, by cyclic Jacobi rotations until the off-diagonal part vanishes. */
export function plainEigenvalues(matrix: Float64Array, n: number): number[] {
  const a = Array.from({ length: n }, (_, i) => [...matrix.subarray(i * n, i * n + n)]);
  for (let sweep = 0; sweep < 60; sweep++) {
    let beside = 0;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        if (a[p][q] === 0) continue;
        beside += Math.abs(a[p][q]);
        const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < n; k++) [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
        for (let k = 0; k < n; k++) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
        a[p][q] = 0;
        a[q][p] = 0;
      }
    }
    if (beside === 0) break;
  }
  return a.map((row, i) => row[i]).sort((x, y) => x - y);
}

/** B'B / rows for a rows x n matrix of seeded numbers in (-1, 1): positive definite if rows >= n, otherwise of rank `rows`. */
export function seededCovariance(n: number, rows: number, seed: number): Float64Array {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 1_073_741_824 - 1;
  };
  const b = Array.from({ length: rows }, () => Array.from({ length: n }, next));
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[i * n + j] = b.reduce((sum, row) => sum + row[i] * row[j], 0) / rows;
  return out;
}
