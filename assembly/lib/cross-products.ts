/** Adds the pairwise products of a row's `width` values to the upper triangle of a row-major width x width matrix. */
export function addCrossProducts(row: usize, width: i32, matrix: usize): void {
  for (let i = 0; i < width; i++) {
    const value = load<f64>(row + (<usize>i << 3));
    if (value == 0.0) continue;
    for (let j = i; j < width; j++) {
      const at = matrix + (<usize>(i * width + j) << 3);
      store<f64>(at, load<f64>(at) + value * load<f64>(row + (<usize>j << 3)));
    }
  }
}

/**
 * Adds a row of `width` scores to running sums, and the pairwise products of the sums to the matrix after them: after the last row, S[n]
 * and the sum over t of S[t] S[t]', S[t] the sum of the scores up to t.
 * @param sums width values and a row-major width x width matrix (upper triangle), all 0 before the first row
 */
export function addRunningProducts(row: usize, width: i32, sums: usize): void {
  for (let at: usize = 0; at < <usize>width << 3; at += 8) store<f64>(sums + at, load<f64>(sums + at) + load<f64>(row + at));
  addCrossProducts(sums, width, sums + (<usize>width << 3));
}
