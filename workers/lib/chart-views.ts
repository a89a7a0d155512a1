import { Arena } from "../wasm/arena";
import type { Kernels } from "../wasm/kernels";
import { holdLock, type Liveness } from "./hold-lock";
import { buildPyramid, minMaxPerPixel, type Pyramid, pixelStart } from "./pyramid";
import { transferring } from "./transferables";

/** Aligned columns a chart shows: `x` ascending, or null where rows are only counted. */
export interface ChartColumns {
  x: Float64Array | null;
  series: Float64Array[];
}

/** Rows from..to (end excluded) of the columns, ready to draw: all arrays have the same length. Values are NaN where a series has none. */
export interface ChartWindow {
  from: number;
  to: number;
  x: Float64Array;
  series: Float64Array[];
}

/** What the chart worker offers the page. Views are numbered by the page. */
export interface ChartApi extends Liveness {
  open(view: number, columns: ChartColumns): Promise<void>;
  read(view: number, from: number, to: number, pixels: number): Promise<ChartWindow>;
  /** Index of the first row whose x is not below `x`; the length where there is none. */
  indexAt(view: number, x: number): Promise<number>;
  close(view: number): Promise<void>;
}

interface View extends ChartColumns {
  length: number;
  pyramids: Pyramid[];
}

function everyRow({ x, series }: View, from: number, to: number): ChartWindow {
  // Copies, so that shared memory stays where it is and the answer can move to the page.
  const rows = x ? Float64Array.from(x.subarray(from, to)) : Float64Array.from({ length: to - from }, (_, i) => from + i);
  return { from, to, x: rows, series: series.map((values) => Float64Array.from(values.subarray(from, to))) };
}

/** Two points per pixel column, both at its middle: its extremes in the order they appear. */
function extremes({ x, series, pyramids }: View, from: number, to: number, pixels: number): ChartWindow {
  const rows = new Float64Array(2 * pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const first = pixelStart(from, to, pixels, pixel);
    const last = pixelStart(from, to, pixels, pixel + 1) - 1;
    rows[2 * pixel] = rows[2 * pixel + 1] = x ? (x[first] + x[last]) / 2 : (first + last) / 2;
  }
  const points = series.map((values, i) => {
    const { minimum, maximum, falling } = minMaxPerPixel(pyramids[i], values, from, to, pixels);
    const result = new Float64Array(2 * pixels);
    for (let pixel = 0; pixel < pixels; pixel++) {
      result[2 * pixel + falling[pixel]] = minimum[pixel];
      result[2 * pixel + 1 - falling[pixel]] = maximum[pixel];
    }
    return result;
  });
  return { from, to, x: rows, series: points };
}

function lowerBound(ascending: Float64Array, x: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Everything the chart worker does; the worker file only exposes it. */
export function chartApi(load: () => Promise<Kernels>): ChartApi {
  const views = new Map<number, View>();
  const viewOf = (view: number): View => {
    const found = views.get(view);
    if (!found) throw new Error(`there is no view ${view}`);
    return found;
  };
  return {
    hold: holdLock,

    async open(view, { x, series }) {
      const kernels = await load();
      const arena = new Arena(kernels);
      const length = x?.length ?? series[0]?.length ?? 0;
      if (series.some((values) => values.length !== length)) throw new Error("the columns of a chart differ in length");
      views.set(view, { x, series, length, pyramids: series.map((values) => buildPyramid(kernels, arena, values)) });
    },

    async read(view, from, to, pixels) {
      const source = viewOf(view);
      const start = Math.max(0, Math.floor(from));
      const end = Math.max(start, Math.min(source.length, Math.ceil(to)));
      const width = Math.max(1, Math.floor(pixels));
      const rows = end - start;
      return transferring(rows <= 2 * width ? everyRow(source, start, end) : extremes(source, start, end, width));
    },

    async indexAt(view, x) {
      const source = viewOf(view);
      return source.x ? lowerBound(source.x, x) : Math.max(0, Math.min(source.length, Math.ceil(x)));
    },

    async close(view) {
      views.delete(view);
    },
  };
}
