/**
 * Percentile rank of each asset among the assets available at the same step.
 * @formula (number below + (number equal + 1) / 2) / number available
 * @source pandas DataFrame.rank(axis=1, pct=True)
 * @tolerance plain twin, 1e-11
 * @param values count columns of n values, asset after asset
 */
export function rankAcross(values: usize, n: i32, count: i32, from: i32, to: i32, out: usize): void {
  const column = <usize>n << 3;
  for (let t = from; t < to; t++) {
    const row = <usize>t << 3;
    for (let i = 0; i < count; i++) {
      const own = load<f64>(values + <usize>i * column + row);
      let lower = 0;
      let equal = 0;
      let known = 0;
      for (let j = 0; j < count; j++) {
        const other = load<f64>(values + <usize>j * column + row);
        if (isNaN(other)) continue;
        known++;
        if (other < own) lower++;
        else if (other == own) equal++;
      }
      store<f64>(out + <usize>i * column + row, isNaN(own) ? NaN : (<f64>lower + 0.5 * <f64>(equal + 1)) / <f64>known);
    }
  }
}

/**
 * Each asset's value over the sum of absolute values at the same step; NaN where all are 0.
 * @formula x[i] / sum over j of |x[j]|
 * @source Kakushadze (2016), 101 Formulaic Alphas
 * @tolerance plain twin, 1e-11
 */
export function scaleAcross(values: usize, n: i32, count: i32, from: i32, to: i32, out: usize): void {
  const column = <usize>n << 3;
  for (let t = from; t < to; t++) {
    const row = <usize>t << 3;
    let sum: f64 = 0;
    for (let j = 0; j < count; j++) {
      const other = load<f64>(values + <usize>j * column + row);
      if (!isNaN(other)) sum += Math.abs(other);
    }
    for (let i = 0; i < count; i++) {
      const at = <usize>i * column + row;
      store<f64>(out + at, sum > 0 ? load<f64>(values + at) / sum : NaN);
    }
  }
}
