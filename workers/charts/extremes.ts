import { Arena } from "../runtime/wasm/arena";
import type { Kernels } from "../runtime/wasm/kernels";
import type { ChartColumns, ChartWindow } from "./columns";
import { buildPyramid, minMaxPerPixel, type Pyramid, pixelStart } from "./pyramid";

/** A pyramid for each column. */
export const pyramidsOf = (kernels: Kernels, series: readonly Float64Array[]): Pyramid[] =>
  series.map((values) => buildPyramid(kernels, new Arena(kernels), values));

/** Two points per pixel column, both at its middle: its extremes in the order they appear. */
export function extremesPerPixel(
  { x, series, absolute }: ChartColumns,
  pyramids: Pyramid[],
  from: number,
  to: number,
  pixels: number,
): ChartWindow {
  const rows = new Float64Array(2 * pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const first = pixelStart(from, to, pixels, pixel);
    const last = pixelStart(from, to, pixels, pixel + 1) - 1;
    rows[2 * pixel] = rows[2 * pixel + 1] = x ? (x[first] + x[last]) / 2 : (first + last) / 2;
  }
  const points = series.map((values, i) => {
    const { minimum, maximum, falling } = minMaxPerPixel(pyramids[i], values, from, to, pixels);
    if (absolute?.includes(i)) takeSizes(minimum, maximum);
    const result = new Float64Array(2 * pixels);
    for (let pixel = 0; pixel < pixels; pixel++) {
      result[2 * pixel + falling[pixel]] = minimum[pixel];
      result[2 * pixel + 1 - falling[pixel]] = maximum[pixel];
    }
    return result;
  });
  return { from, to, x: rows, series: points };
}

/** Extremes of |x| from those of x. If both signs occur, the smallest magnitude is unknown and set to 0. */
function takeSizes(minimum: Float64Array, maximum: Float64Array): void {
  for (let pixel = 0; pixel < minimum.length; pixel++) {
    const [low, high] = [Math.abs(minimum[pixel]), Math.abs(maximum[pixel])];
    minimum[pixel] = minimum[pixel] < 0 && maximum[pixel] > 0 ? 0 : Math.min(low, high);
    maximum[pixel] = Math.max(low, high);
  }
}
