/** A straight line through points by least squares. */
export interface Line {
  slope: number;
  intercept: number;
  /** Share of explained variance. */
  rSquared: number;
}

/** @returns null for fewer than three points, or points with the same x */
export function fitLine(x: readonly number[], y: readonly number[]): Line | null {
  const n = x.length;
  if (n < 3) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / n;
  const [centerX, centerY] = [mean(x), mean(y)];
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [x[i] - centerX, y[i] - centerY];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  if (!(xx > 0)) return null;
  const slope = xy / xx;
  return { slope, intercept: centerY - slope * centerX, rSquared: yy > 0 ? Math.min(1, (slope * xy) / yy) : 1 };
}
