import type { Arena } from "../runtime/wasm/arena";
import type { Kernels } from "../runtime/wasm/kernels";
import { buildPyramid, extremesOf, type Pyramid, sumOf, sumsPerBase } from "./pyramid";

/** What becomes of a column where one bar stands for many rows: its first, last, greatest or least number, or the sum of all. */
export type Reduction = "first" | "last" | "maximum" | "minimum" | "sum";

/** What a column needs beside its values to be reduced: extremes or sums of its stretches. */
export interface Reducer {
  reduction: Reduction;
  values: Float64Array;
  pyramid: Pyramid | null;
  sums: Float64Array | null;
}

export function reducerOf(kernels: Kernels, arena: Arena, values: Float64Array, reduction: Reduction): Reducer {
  const extremes = reduction === "maximum" || reduction === "minimum";
  return {
    reduction,
    values,
    pyramid: extremes ? buildPyramid(kernels, arena, values) : null,
    sums: reduction === "sum" ? sumsPerBase(kernels, arena, values) : null,
  };
}

/** Rows per bar: 1, 2 or 5 times a power of ten, so that at most `most` bars cover the rows and most zooms keep the bars they had. */
export function rowsPerBar(rows: number, most: number): number {
  for (let power = 1; ; power *= 10) {
    const fitting = [1, 2, 5].find((lead) => Math.ceil(rows / (lead * power)) <= most);
    if (fitting) return fitting * power;
  }
}

/** One value of the rows start..end (half open) of a column; NaN where none of them holds a number, and 0 for a sum. */
export function reduced({ reduction, values, pyramid, sums }: Reducer, start: number, end: number): number {
  if (sums) return sumOf(sums, values, start, end);
  if (pyramid) {
    const { low, high } = extremesOf(pyramid, values, start, end);
    return reduction === "minimum" ? low : high;
  }
  const part = values.subarray(start, end);
  const there = (value: number) => !Number.isNaN(value);
  return (reduction === "first" ? part.find(there) : part.findLast(there)) ?? Number.NaN;
}
