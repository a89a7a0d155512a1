/**
 * Lehmer index of the ordering of D values `delay` apart: inversions of each value times the factorial of its position; -1 before the first
 * window.
 */
export function ordinalCodesTwin(x: Float64Array, order: number, delay: number): number[] {
  return Array.from(x, (_, t) => {
    if (t < (order - 1) * delay) return -1;
    const window = Array.from({ length: order }, (_, i) => x[t - (order - 1 - i) * delay]);
    let factorial = 1;
    return window.reduce((code, value, i) => {
      factorial *= Math.max(i, 1);
      return code + factorial * window.slice(0, i).filter((earlier) => earlier > value).length;
    }, 0);
  });
}

/** Shannon entropy of pattern counts in nats. */
export function entropyTwin(codes: number[]): number {
  const counts = new Map<number, number>();
  for (const code of codes.filter((code) => code >= 0)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const total = [...counts.values()].reduce((a, b) => a + b, 0);
  return [...counts.values()].reduce((sum, count) => sum - (count / total) * Math.log(count / total), 0);
}
