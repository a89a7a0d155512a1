const mean = (x: ArrayLike<number>) => Array.from(x).reduce((sum, value) => sum + value, 0) / x.length;
const sum = (x: number[]) => x.reduce((total, value) => total + value, 0);
function pathOf(r: Float64Array, drift: number): number[] {
  const path = [0];
  for (const value of r) path.push(path[path.length - 1] + value - drift);
  return path;
}

/** Lo and MacKinlay's ratio and robust statistic, by their formulas. */
export function varianceRatioTwin(r: Float64Array, q: number): { ratio: number; z: number } {
  const T = r.length;
  const mu = mean(r);
  const x = pathOf(r, 0);
  const m = q * (T - q + 1) * (1 - q / T);
  const long = sum(x.slice(q).map((level, i) => (level - x[i] - q * mu) ** 2)) / m;
  const squares = Array.from(r, (value) => (value - mu) ** 2);
  const ratio = long / (sum(squares) / (T - 1));
  const delta = (j: number) => (T * sum(squares.slice(j).map((a, t) => a * squares[t]))) / sum(squares) ** 2;
  const theta = sum(Array.from({ length: q - 1 }, (_, i) => ((2 * (q - i - 1)) / q) ** 2 * delta(i + 1)));
  return { ratio, z: (Math.sqrt(T) * (ratio - 1)) / Math.sqrt(theta) };
}

export function efficiencyTwin(p: Float64Array, period: number): number[] {
  return Array.from(p, (value, t) => {
    if (t < period) return Number.NaN;
    const way = sum(Array.from({ length: period }, (_, i) => Math.abs(p[t - i] - p[t - i - 1])));
    return way === 0 ? 0 : Math.abs(value - p[t - period]) / way;
  });
}

/** Mean rescaled range over blocks. */
export function rescaledRangeTwin(r: Float64Array, size: number): number {
  const blocks = Array.from({ length: Math.floor(r.length / size) }, (_, b) => r.subarray(b * size, (b + 1) * size));
  return mean(
    blocks.map((block) => {
      const center = mean(block);
      const away = pathOf(block, center);
      return (Math.max(...away) - Math.min(...away)) / Math.sqrt(mean(block.map((value) => (value - center) ** 2)));
    }),
  );
}

/** Root mean squared deviation of the cumulative sum from linear trends, over blocks from both ends. */
export function fluctuationTwin(r: Float64Array, size: number): number {
  const path = pathOf(r, mean(r)).slice(1);
  const count = Math.floor(path.length / size);
  const starts = [...new Set([0, path.length % size])].flatMap((offset) => Array.from({ length: count }, (_, b) => offset + b * size));
  const squares = starts.map((start) => {
    const block = path.slice(start, start + size);
    const [cx, cy] = [(size - 1) / 2, mean(block)];
    const slope = sum(block.map((y, i) => (i - cx) * (y - cy))) / sum(block.map((_, i) => (i - cx) ** 2));
    return mean(block.map((y, i) => (y - cy - slope * (i - cx)) ** 2));
  });
  return Math.sqrt(mean(squares));
}
