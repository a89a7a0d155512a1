/**
 * Distance of every window of m values to its nearest neighbor more than `exclusion` away, by comparing all pairs; NaN for a constant
 * window.
 */
export function matrixProfileTwin(x: Float64Array, m: number, exclusion: number): { distance: number; neighbor: number }[] {
  const shapes = Array.from({ length: x.length - m + 1 }, (_, i) => {
    const window = Array.from(x.subarray(i, i + m));
    const mean = window.reduce((a, b) => a + b, 0) / m;
    const norm = Math.sqrt(window.reduce((total, value) => total + (value - mean) ** 2, 0));
    return norm > 1e-12 ? window.map((value) => (value - mean) / norm) : null;
  });
  return shapes.map((shape, i) => {
    let best = { correlation: -2, neighbor: -1 };
    shapes.forEach((other, j) => {
      if (Math.abs(i - j) <= exclusion || !shape || !other) return;
      const correlation = shape.reduce((total, value, k) => total + value * other[k], 0);
      if (correlation > best.correlation) best = { correlation, neighbor: j };
    });
    const distance = best.neighbor < 0 ? Number.NaN : Math.sqrt(2 * m * Math.max(0, 1 - best.correlation));
    return { distance, neighbor: best.neighbor };
  });
}

/**
 * Normalized windows: m values minus their mean, divided by their norm, zero-padded to a multiple of four with a 1 in the last place; all
 * zeros for a constant window.
 */
export function shapesTwin(x: Float64Array, m: number): Float32Array[] {
  return Array.from({ length: x.length - m + 1 }, (_, i) => {
    const shape = new Float32Array(4 * Math.ceil((m + 1) / 4));
    const window = Array.from(x.subarray(i, i + m));
    const mean = window.reduce((a, b) => a + b, 0) / m;
    const norm = Math.sqrt(window.reduce((total, value) => total + (value - mean) ** 2, 0));
    if (norm > 1e-12) shape.set([...window.map((value) => (value - mean) / norm), ...Array(shape.length - m - 1).fill(0), 1]);
    return shape;
  });
}

/**
 * Result of the shader: for each window the four rows with the highest correlations, in 32 bits, products summed in four interleaved parts.
 */
export function nearestRowsTwin(shapes: Float32Array[], first: number): { correlation: number; row: number }[][] {
  const { fround } = Math;
  return shapes.map((own, i) => {
    const found = shapes.flatMap((other, row) => {
      if (Math.abs(i - row) < first || other[other.length - 1] === 0) return [];
      const sums = [0, 0, 0, 0];
      for (let k = 0; k < own.length - 1; k++) sums[k % 4] = fround(sums[k % 4] + fround(own[k] * other[k]));
      return [{ correlation: fround(fround(sums[0] + sums[1]) + fround(sums[2] + sums[3])), row }];
    });
    return found.sort((a, b) => b.correlation - a.correlation || a.row - b.row).slice(0, 4);
  });
}
