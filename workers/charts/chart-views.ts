import { lowerBound } from "../numerics/lower-bound";
import { holdLock, type Liveness } from "../runtime/hold-lock";
import { transferring } from "../runtime/transferables";
import type { Kernels } from "../runtime/wasm/kernels";
import type { Reducer } from "./buckets";
import type { ChartColumns, ChartWindow, Reduction } from "./columns";
import type { Pyramid } from "./pyramid";

/** What the chart worker offers the page. The page assigns the numbers of views. */
export interface ChartApi extends Liveness {
  open(view: number, columns: ChartColumns): Promise<void>;
  /**
   * @param pixels - pixel columns, or the maximum number of bars if the columns are reduced to bars
   * @param known - number of rows that may be shown; all by default
   */
  read(view: number, from: number, to: number, pixels: number, known?: number): Promise<ChartWindow>;
  /** Index of the first row whose x is not below `x`; the length if there is none. */
  indexAt(view: number, x: number): Promise<number>;
  close(view: number): Promise<void>;
}

interface View extends ChartColumns {
  /** Null until built. */
  pyramids: Pyramid[] | null;
  reducers: Reducer[] | null;
}

/** Loaded with the first long column and the first candle chart respectively. */
const extremes = () => import("./extremes");
const buckets = () => import("./buckets");

const copyOf = (values: Float64Array, change?: (value: number) => number) =>
  change ? Float64Array.from(values, change) : Float64Array.from(values);

function everyRow({ x, series, absolute }: View, from: number, to: number): ChartWindow {
  // Copies, so that shared memory stays in place and the answer can be transferred to the page.
  const rows = x ? Float64Array.from(x.subarray(from, to)) : Float64Array.from({ length: to - from }, (_, i) => from + i);
  const size = (i: number) => (absolute?.includes(i) ? Math.abs : undefined);
  return { from, to, x: rows, series: series.map((values, i) => copyOf(values.subarray(from, to), size(i))) };
}

/** Everything the chart worker does; the worker file only exposes it. */
export function chartApi(load: () => Promise<Kernels>): ChartApi {
  const views = new Map<number, View>();
  const viewOf = (view: number): View => {
    const found = views.get(view);
    if (!found) throw new Error(`there is no view ${view}`);
    return found;
  };
  const pyramidsOf = async (view: View): Promise<Pyramid[]> => {
    const [kernels, { pyramidsOf: build }] = await Promise.all([load(), extremes()]);
    view.pyramids ??= build(kernels, view.series);
    return view.pyramids;
  };
  const reducersOf = async (view: View, reduce: readonly Reduction[]): Promise<Reducer[]> => {
    const [kernels, { reducersOf: build }] = await Promise.all([load(), buckets()]);
    view.reducers ??= build(kernels, view.series, reduce);
    return view.reducers;
  };
  return {
    hold: holdLock,

    async open(view, { length, x, series, absolute, reduce }) {
      if ([...series, x ?? { length }].some((values) => values.length !== length))
        throw new Error("the columns of a chart differ in length");
      const opened: View = { length, x, series, absolute, reduce, pyramids: null, reducers: null };
      views.set(view, opened);
      // Built ahead of the first request; if the kernels cannot be loaded now, the first long read tries again.
      await (reduce ? reducersOf(opened, reduce) : pyramidsOf(opened));
    },

    async read(view, from, to, pixels, known = Number.POSITIVE_INFINITY) {
      const source = viewOf(view);
      const length = Math.min(source.length, known);
      const start = Math.max(0, Math.floor(from));
      const end = Math.max(start, Math.min(length, Math.ceil(to)));
      const width = Math.max(1, Math.floor(pixels));
      if (source.reduce && end - start > width) {
        const reducers = await reducersOf(source, source.reduce);
        return transferring((await buckets()).barsOf({ length, x: source.x }, reducers, start, end, width));
      }
      if (end - start <= 2 * width) return transferring(everyRow(source, start, end));
      const pyramids = await pyramidsOf(source);
      return transferring((await extremes()).extremesPerPixel(source, pyramids, start, end, width));
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
