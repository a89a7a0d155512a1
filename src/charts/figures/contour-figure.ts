import { scaleLinear } from "d3-scale";
import { fixed } from "../../lib/format";
import { type Box, linePath, type Mark, type Paint, rectPath, short, type TextMark } from "../marks";
import { numberTicks } from "../number-ticks";
import { textWidth } from "../text-size";
import type { CellGrid } from "./cell-grid";
import { type Direction, type Figure, nextInLine, type Stop } from "./figure";

const LETTERS = 11;
const MARGIN = 6;
const TICK_ROOM = { x: 72, y: 40 } as const;
/** Densest color of a cell: contour lines stay readable on it. */
const DENSEST = 0.4;
const NONE: Paint = { token: "raised" };
const RADIUS = 4;

interface ContourAxis {
  label: string;
  /** Ascending, evenly spaced. */
  values: Float64Array;
  digits: number;
}

export interface ContourLine {
  label: string;
  /** Segments as x1, y1, x2, y2, … */
  segments: Float64Array;
  /** Drawn stronger: the main line. */
  strong?: boolean;
}

interface PlanePoint {
  x: number;
  y: number;
  label: string;
}

export interface ContourSpec {
  x: ContourAxis;
  y: ContourAxis;
  /** Row by row, y ascending; NaN for no value. */
  values: Float64Array;
  measure: string;
  digits: number;
  /** Distance below the highest value at which the color fades out. */
  depth: number;
  lines: readonly ContourLine[];
  /** A notable point, marked with a cross. */
  place: PlanePoint;
  height: number;
}

/** Layout: the box of the plane and its axes, in CSS pixels. */
export function planeOf({ x, y, height }: ContourSpec, width: number) {
  const ticks = numberTicks(y.values[0], y.values[y.values.length - 1], height / TICK_ROOM.y);
  const gutter = Math.max(0, ...ticks.map(({ text }) => textWidth(text, LETTERS, "mono"))) + 8;
  const box: Box = { left: gutter, top: MARGIN + 14, width: width - gutter - MARGIN, height: height - MARGIN - 14 - 34 };
  const cell = { width: box.width / x.values.length, height: box.height / y.values.length };
  // Grid points are centers of cells, so the outer ones lie half a cell inside the frame.
  const axis = ({ values }: ContourAxis, from: number, to: number, half: number) =>
    scaleLinear([values[0], values[values.length - 1]], [from + half, to - half]);
  const across = axis(x, box.left, box.left + box.width, cell.width / 2);
  const up = axis(y, box.top + box.height, box.top, -cell.height / 2);
  return { box, ticks, cell, across, up };
}
type Plane = ReturnType<typeof planeOf>;

/** Heights over a plane, shown by color and lines. */
export function contourFigure(spec: ContourSpec, width: number): Figure {
  const { x, y, values, place } = spec;
  const plane = planeOf(spec, width);
  const { box, across, up } = plane;
  const [columns, rows] = [x.values.length, y.values.length];
  // Picture rows run downward.
  const flipped = (index: number) => (rows - 1 - Math.floor(index / columns)) * columns + (index % columns);
  const paint = (value: number): Paint =>
    Number.isNaN(value) ? NONE : { token: "accent", alpha: DENSEST * Math.max(0, 1 + value / spec.depth) };
  const cells: CellGrid = {
    x: box.left,
    y: box.top,
    width: box.width,
    height: box.height,
    rows,
    columns,
    paint: (index) => paint(values[flipped(index)]),
  };
  return {
    width,
    height: spec.height,
    cells,
    legend: legendOf(spec),
    marks: [...axisMarks(spec, plane), ...lineMarks(spec, plane), crossMark(across(place.x), up(place.y))],
    stops: values.length,
    stop: (index) => stopOf(spec, plane, index),
    at: (left, top) => {
      const column = Math.floor((left - box.left) / plane.cell.width);
      const row = Math.floor((box.top + box.height - top) / plane.cell.height);
      return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : null;
    },
    next: (from, direction, far) => nextPoint(from, direction, far, rows, columns),
  };
}

function stopOf({ x, y, values, measure, digits }: ContourSpec, { across, up, cell }: Plane, index: number): Stop {
  const [column, row] = [index % x.values.length, Math.floor(index / x.values.length)];
  const [left, top] = [across(x.values[column]), up(y.values[row])];
  return {
    name: `${x.label} ${fixed(x.values[column], x.digits)}, ${y.label} ${fixed(y.values[row], y.digits)}`,
    values: [{ label: measure, text: fixed(values[index], digits) }],
    outline: { d: rectPath(left - cell.width / 2, top - cell.height / 2, cell.width, cell.height) },
  };
}

/** Rows run upward here. */
function nextPoint(from: number, direction: Direction, far: boolean, rows: number, columns: number): number {
  const [row, column] = [Math.floor(from / columns), from % columns];
  if (direction === "up" || direction === "down")
    return nextInLine(row, direction === "up" ? "right" : "left", far, rows) * columns + column;
  return row * columns + nextInLine(column, direction, far, columns);
}

const lineWidth = ({ strong }: ContourLine): { stroke: Paint; width: number } =>
  strong ? { stroke: { token: "text" }, width: 1.75 } : { stroke: { token: "muted" }, width: 1 };

function lineMarks({ lines }: ContourSpec, { across, up }: Plane): Mark[] {
  return lines.map((line): Mark => {
    const { segments } = line;
    const pieces = Array.from({ length: segments.length / 4 }, (_, i) =>
      linePath([0, 2].map((end) => [across(segments[4 * i + end]), up(segments[4 * i + end + 1])] as const)),
    );
    return { kind: "path", d: pieces.join(""), ...lineWidth(line) };
  });
}

function crossMark(x: number, y: number): Mark {
  const arm = 2 * RADIUS - 2;
  const d = `M${short(x - arm)} ${short(y)}h${2 * arm}M${short(x)} ${short(y - arm)}v${2 * arm}`;
  return { kind: "path", d, stroke: { token: "text" }, width: 2 };
}

function legendOf({ lines, place }: ContourSpec): Figure["legend"] {
  const groups = [lines.filter(({ strong }) => strong), lines.filter(({ strong }) => !strong)].filter((group) => group.length > 0);
  const named = groups.map((group): Figure["legend"][number] => {
    const label = group.map(({ label }) => label).join(", ");
    const { stroke, width } = lineWidth(group[0]);
    return { key: label, label, paint: stroke, shape: "line", width };
  });
  return [...named, { key: place.label, label: place.label, paint: { token: "text" }, shape: "cross" }];
}

function axisMarks({ x, y }: ContourSpec, { box, across, up, ticks }: Plane): Mark[] {
  const letters = (text: string, left: number, top: number, rest: Partial<TextMark> = {}): Mark => {
    return { kind: "text", text, x: left, y: top, paint: { token: "faint" }, size: LETTERS, family: "mono", ...rest };
  };
  const foot = box.top + box.height;
  const names: Partial<TextMark> = { family: "sans", paint: { token: "muted" } };
  const along = numberTicks(x.values[0], x.values[x.values.length - 1], box.width / TICK_ROOM.x);
  return [
    { kind: "path", d: rectPath(box.left, box.top, box.width, box.height), stroke: { token: "line" } },
    ...ticks.map(({ at, text }) => letters(text, box.left - 6, up(at), { anchor: "end" })),
    // A label at the very edge would be clipped.
    ...along
      .filter(({ at, text }) => across(at) + textWidth(text, LETTERS, "mono") / 2 < box.left + box.width + MARGIN)
      .map(({ at, text }) => letters(text, across(at), foot + 12, { anchor: "middle" })),
    letters(y.label, 0, MARGIN, names),
    letters(x.label, box.left + box.width, foot + 28, { ...names, anchor: "end" }),
  ];
}
