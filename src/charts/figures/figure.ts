import type { Mark } from "../marks";
import type { LegendEntry } from "../picture-frame";
import type { CellGrid } from "./cell-grid";

/** A position of the cursor, and what is read there. */
export interface Stop {
  name: string;
  values: { label: string; text: string }[];
  /** Outline of the marked place as SVG path data, moved by `x` and `y`; framed, or only shaded (`surface`). */
  outline: { d: string; x?: number; y?: number; surface?: boolean };
}

export type Direction = "left" | "right" | "up" | "down" | "home" | "end";

/** A chart without a continuous x axis as data: marks to draw, and stops for cursor, keyboard and screen reader. */
export interface Figure {
  width: number;
  height: number;
  marks: Mark[];
  /** Cells under the marks. */
  cells?: CellGrid;
  legend: (LegendEntry & { shape: "line" | "cross" | "surface" })[];
  /** Number of stops, and access to each. */
  stops: number;
  stop(index: number): Stop;
  /** The stop under a point of the drawing. */
  at(x: number, y: number): number | null;
  /** The next stop for an arrow key; `far` moves by ten. */
  next(from: number, direction: Direction, far: boolean): number;
}

/** Creates a figure for the available width, in CSS pixels. */
export type Draw = (width: number) => Figure;

/** "Jan 2024: Strategy 1.20%, Benchmark 0.80%" */
export const stopWords = ({ name, values }: Stop): string =>
  `${name}: ${values.map(({ label, text }) => `${label} ${text}`.trimStart()).join(", ") || "no value"}`;

/** Next stop in a row of stops. */
export function nextInLine(from: number, direction: Direction, far: boolean, stops: number): number {
  if (direction === "home") return 0;
  if (direction === "end") return stops - 1;
  const step = (far ? 10 : 1) * (direction === "left" || direction === "up" ? -1 : 1);
  return Math.min(stops - 1, Math.max(0, from + step));
}
