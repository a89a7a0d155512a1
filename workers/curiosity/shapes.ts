import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import type { MatrixProfile } from "../structure";

/** A pair of windows to overlay: two similar ones, or an outlier and its nearest neighbor. */
export interface Shape {
  kind: "motif" | "discord";
  /** 1 for the closest pair, or the oddest window. */
  rank: Count;
  /** Rows of the input the windows begin at; the second is null where nothing is comparable. */
  start: Count;
  other: Count | null;
  /** Row in the middle of the first window. */
  center: Count;
  /** Z-normalized distance of the two. */
  distance: number;
  /** Both windows less their mean, in their own standard deviations. */
  window: Float64Array;
  compared: Float64Array | null;
}

export interface ShapeMarks {
  /** Level of each row where the middle of a motif's or discord's window lies; NaN elsewhere. One per row of the input, from the first marked on. */
  motifs: Float64Array;
  discords: Float64Array;
}

/**
 * A window minus its mean, divided by its standard deviation.
 * @formula (x[i] - mean) / sqrt(mean of (x - mean)^2)
 * @source the normalization of the matrix profile: Yeh and others (2016), ICDM
 * @tolerance plain definition, 1e-12
 */
export function normalizedWindow(path: Float64Array, from: Count, width: Count): Float64Array {
  const window = path.slice(from, from + width);
  let mean = 0;
  for (const value of window) mean += value / width;
  let square = 0;
  for (const value of window) square += (value - mean) ** 2 / width;
  const deviation = Math.sqrt(square);
  return window.map((value) => (deviation > 0 ? (value - mean) / deviation : 0));
}

/** The windows of all motifs and discords; `start` is the row the path begins at. */
export function shapesOf(path: Float64Array, { width, motifs, discords }: MatrixProfile, start: Count): Shape[] {
  const shape = (kind: Shape["kind"], rank: Count, first: Count, second: Count, distance: number): Shape => ({
    kind,
    rank,
    start: start + first,
    other: second < 0 ? null : start + second,
    center: start + first + (width >> 1),
    distance,
    window: normalizedWindow(path, first, width),
    compared: second < 0 ? null : normalizedWindow(path, second, width),
  });
  return [
    ...motifs.map(({ first, second, distance }, index) => shape("motif", index + 1, first, second, distance)),
    ...discords.map(({ index: at, nearest, distance }, index) => shape("discord", index + 1, at, nearest, distance)),
  ];
}

/**
 * Columns with a point at the middle of each window; of a motif both windows are marked.
 * @param start the row they begin at
 */
export function marksOf(context: JobContext, level: Float64Array, shapes: readonly Shape[], width: Count, start: Count = 0): ShapeMarks {
  const column = (rows: Count[]) => {
    const marks = context.column(level.length - start).fill(Number.NaN);
    for (const row of rows) marks[row - start] = level[row];
    return marks;
  };
  const motifs = shapes.filter(({ kind }) => kind === "motif");
  const seconds = motifs.flatMap(({ other }) => (other === null ? [] : [other + (width >> 1)]));
  return {
    motifs: column([...motifs.map(({ center }) => center), ...seconds]),
    discords: column(shapes.filter(({ kind }) => kind === "discord").map(({ center }) => center)),
  };
}
