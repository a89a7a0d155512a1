/** Extremes per pixel column by a full scan. */
export function bruteMinMax(values: Float64Array, from: number, to: number, pixels: number): { minimum: number[]; maximum: number[] } {
  const minimum: number[] = [];
  const maximum: number[] = [];
  for (let pixel = 0; pixel < pixels; pixel++) {
    const start = from + Math.floor(((to - from) * pixel) / pixels);
    const end = from + Math.floor(((to - from) * (pixel + 1)) / pixels);
    const numbers = [...values.subarray(start, end)].filter((value) => !Number.isNaN(value));
    minimum.push(numbers.length > 0 ? Math.min(...numbers) : Number.NaN);
    maximum.push(numbers.length > 0 ? Math.max(...numbers) : Number.NaN);
  }
  return { minimum, maximum };
}

/** Sums of every `size` values by a full scan, skipping NaN. */
export function plainSums(values: Float64Array, size: number): number[] {
  const sums: number[] = [];
  for (let from = 0; from < values.length; from += size) {
    let sum = 0;
    for (const value of values.subarray(from, from + size)) if (!Number.isNaN(value)) sum += value;
    sums.push(sum);
  }
  return sums;
}

/** One bar of the rows start..end by a full scan: first open, highest high, lowest low, last close, sum of volumes. */
export function plainBar(
  columns: Record<"open" | "high" | "low" | "close" | "volume", Float64Array>,
  start: number,
  end: number,
): number[] {
  const numbers = (column: Float64Array) => [...column.subarray(start, end)].filter((value) => !Number.isNaN(value));
  const [open, high, low, close, volume] = [columns.open, columns.high, columns.low, columns.close, columns.volume].map(numbers);
  return [
    open[0] ?? Number.NaN,
    high.length > 0 ? Math.max(...high) : Number.NaN,
    low.length > 0 ? Math.min(...low) : Number.NaN,
    close[close.length - 1] ?? Number.NaN,
    volume.reduce((sum, value) => sum + value, 0),
  ];
}
