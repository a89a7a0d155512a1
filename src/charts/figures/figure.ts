import type { Mark } from "../marks";
import type { LegendEntry } from "../picture-frame";
import type { CellGrid } from "./cell-grid";

/** What the cursor reads where it stands. */
export interface Stop {
  name: string;
  values: { label: string; text: string }[];
  /** The place to be marked, as in the `d` of an SVG path, moved by `x` and `y`: framed, or only shaded. */
  outline: { d: string; x?: number; y?: number; surface?: boolean };
}

export type Direction = "left" | "right" | "up" | "down" | "home" | "end";

/** A drawn chart of things that are not on a scale: marks for the eye, stops for cursor, keyboard and reader. */
export interface Figure {
  width: number;
  height: number;
  marks: Mark[];
  /** Cells under the marks. */
  cells?: CellGrid;
  legend: (LegendEntry & { shape: "line" | "cross" | "surface" })[];
  /** How many stops there are, and each of them. */
  stops: number;
  stop(index: number): Stop;
  /** The stop under a point of the drawing. */
  at(x: number, y: number): number | null;
  /** The stop a key leads to; a far step goes ten on. */
  next(from: number, direction: Direction, far: boolean): number;
}

/** Draws a figure as wide as there is room. */
export type Draw = (width: number) => Figure;

/** "Jan 2024: Strategy 1.20%, Benchmark 0.80%" */
export const stopWords = ({ name, values }: Stop): string =>
  `${name}: ${values.map(({ label, text }) => `${label} ${text}`.trimStart()).join(", ") || "no value"}`;

/** Along a line of stops. */
export function nextInLine(from: number, direction: Direction, far: boolean, stops: number): number {
  if (direction === "home") return 0;
  if (direction === "end") return stops - 1;
  const step = (far ? 10 : 1) * (direction === "left" || direction === "up" ? -1 : 1);
  return Math.min(stops - 1, Math.max(0, from + step));
}
