/**
 * Stationary distribution of a Markov chain, by state reduction: only sums and quotients of positive numbers, so it is accurate to the last
 * digits however persistent the chain.
 * @term Stationary distribution
 * @formula pi P = pi, sum of pi = 1
 * @source Grassmann, Taksar and Heyman (1985), Operations Research 33
 * @tolerance closed form of two states within 1e-15
 * @param transition rows add up to 1; every state can be reached from every other
 */
export function stationaryShares(transition: readonly (readonly number[])[]): number[] {
  const k = transition.length;
  const p = transition.map((row) => row.slice());
  for (let n = k - 1; n > 0; n--) {
    let leaves = 0;
    for (let j = 0; j < n; j++) leaves += p[n][j];
    for (let i = 0; i < n; i++) p[i][n] /= leaves;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (i !== j) p[i][j] += p[i][n] * p[n][j];
  }
  const shares = [1];
  for (let n = 1; n < k; n++) shares.push(shares.reduce((sum, share, i) => sum + share * p[i][n], 0));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/**
 * Sensitivity of a weighted sum of the stationary distribution to the transition matrix: d(sum of weight pi) = sum of pi[i] dP[i, j] x[j].
 * @formula (I - P + 1 pi) x = weight
 * @source Schweitzer (1968), J. Applied Probability 5
 * @tolerance central differences of `stationaryShares` within 1e-8
 * @returns x, one value per state
 */
export function stationarySlopes(
  transition: readonly (readonly number[])[],
  shares: readonly number[],
  weight: readonly number[],
): number[] {
  const k = shares.length;
  const rows = transition.map((row, i) => [...row.map((p, j) => (i === j ? 1 : 0) - p + shares[j]), weight[i]]);
  for (let column = 0; column < k; column++) {
    let pivot = column;
    for (let i = column + 1; i < k; i++) if (Math.abs(rows[i][column]) > Math.abs(rows[pivot][column])) pivot = i;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let i = 0; i < k; i++) {
      if (i === column) continue;
      const factor = rows[i][column] / rows[column][column];
      for (let j = column; j <= k; j++) rows[i][j] -= factor * rows[column][j];
    }
  }
  return rows.map((row, i) => row[k] / row[i]);
}
