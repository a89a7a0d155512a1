/** Extremes per pixel column by reading every value. */
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
