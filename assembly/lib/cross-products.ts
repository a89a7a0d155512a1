/** Adds the products of a row's `width` values, two by two, to the upper triangle of a row-major width x width matrix. */
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
