/** Distance of every window of m values to its nearest neighbor more than `exclusion` away, all pairs one by one; NaN for a flat window. */
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
