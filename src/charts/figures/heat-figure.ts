import { scaleBand, scaleLinear } from "d3-scale";
import { fixed } from "../../lib/format";
import type { ColorToken } from "../chart-spec";
import { type Mark, type Paint, rectPath, type TextMark } from "../marks";
import { fitted, textWidth } from "../text-size";
import type { CellGrid } from "./cell-grid";
import { type Direction, type Figure, nextInLine, type Stop } from "./figure";
import { withUnit } from "./value-text";

/** Densest and faintest color of a cell: its figure stays readable on both. */
export const DENSEST = 0.44;
const THINNEST = 0.04;
/** Without figures to keep readable, colors use the full range. */
const DENSEST_BARE = 1;
const MARGIN = 5;
const LETTERS = 11;
const TALLEST = 30;
const LOWEST = 14;
/** Maximum total height of many rows without figures; rows of 3 pixels can still be read by finger through the read-out. */
const MAX_HEIGHT = 560;
const THINNEST_ROW = 3;
/** With more cells than this only colors are shown: each figure is an element that the browser has to lay out. */
const MAX_WRITTEN = 900;
/** Maximum height of column names written vertically, in CSS pixels. */
const MAX_HEAD = 96;
/** Color of a cell without value. */
const NONE: Paint = { token: "raised" };
const RAMP = { width: 160, steps: 20, height: 8 };

export interface HeatSpec {
  rows: readonly string[];
  columns: readonly string[];
  /** Row by row; NaN if there is none. */
  values: Float64Array;
  unit?: string;
  digits: number;
  /** Colors below and above `middle`. */
  colors: readonly [ColorToken, ColorToken];
  middle: number;
  /** Distance from `middle` with the densest color. */
  limit: number;
  /** An extra column without color, such as row sums. */
  totals?: { label: string; values: Float64Array };
}

/** Color of a value, over the surface. */
function paintOf({ colors, middle, limit }: HeatSpec, densest: number): (value: number) => Paint {
  const density = scaleLinear([0, limit], [THINNEST, densest]).clamp(true);
  return (value) => ({ token: value < middle ? colors[0] : colors[1], alpha: density(Math.abs(value - middle)) });
}

/** Layout, computed once from the sizes of names and figures. */
function layoutOf(spec: HeatSpec, width: number) {
  const { rows, columns, values, totals, digits } = spec;
  const gutter = Math.min(width * 0.3, Math.max(...rows.map((name) => textWidth(name, LETTERS, "sans")))) + 8;
  const beyond = totals
    ? Math.max(
        textWidth(totals.label, LETTERS, "sans"),
        ...Array.from(totals.values, (value) => textWidth(fixed(value, digits), LETTERS, "mono")),
      ) + 10
    : 0;
  const across = scaleBand(columns.keys(), [gutter, width - beyond]);
  const cellWidth = across.bandwidth();
  const longest = Math.max(...columns.map((name) => textWidth(name, LETTERS, "sans")));
  const upwards = longest > cellWidth - 4;
  const head = upwards ? Math.min(longest, MAX_HEAD) + 6 : 18;
  const widest = Math.max(...endsOf(values).map((value) => textWidth(fixed(value, digits), LETTERS, "mono")));
  const size = widest + 4 <= cellWidth ? LETTERS : 9;
  const tall = Math.min(TALLEST, Math.max(LOWEST, cellWidth));
  const written = (widest * size) / LETTERS + 6 <= cellWidth && tall >= size + 3 && rows.length * columns.length <= MAX_WRITTEN;
  const cellHeight = written ? tall : Math.max(THINNEST_ROW, Math.min(tall, MAX_HEIGHT / rows.length));
  const down = scaleBand(rows.keys(), [MARGIN + head, MARGIN + head + cellHeight * rows.length]);
  return {
    width,
    gutter,
    across,
    down,
    upwards,
    head,
    size,
    written,
    bottom: down.range()[1],
    box: (row: number, column: number) =>
      rectPath((across(column) ?? 0) + 0.5, (down(row) ?? 0) + 0.5, Math.max(1, cellWidth - 1), Math.max(1, cellHeight - 1)),
    middle: { x: (column: number) => (across(column) ?? 0) + cellWidth / 2, y: (row: number) => (down(row) ?? 0) + cellHeight / 2 },
  };
}
type Layout = ReturnType<typeof layoutOf>;

const words = (text: string, x: number, y: number, rest: Partial<TextMark> = {}): Mark => {
  return { kind: "text", text, x, y, paint: { token: "muted" }, size: LETTERS, family: "sans", ...rest };
};

/** Rows whose names fit. */
const namedRows = ({ rows }: HeatSpec, { down }: Layout): number[] => {
  const every = nthWithRoom(down.step());
  return [...rows.keys()].filter((row) => row % every === 0);
};

/** Names of columns and rows, as many as fit. */
function nameMarks(spec: HeatSpec, layout: Layout): Mark[] {
  const { gutter, across, upwards, head, middle } = layout;
  // Vertical names need the height of their letters each, like row names.
  const every = upwards ? nthWithRoom(across.step()) : 1;
  const headMark = (name: string, column: number): Mark[] => {
    if (column % every > 0) return [];
    return upwards
      ? [words(fitted(name, MAX_HEAD, LETTERS, "sans"), middle.x(column), MARGIN + head - 6, { turn: -90 })]
      : [words(name, middle.x(column), MARGIN + 8, { anchor: "middle" })];
  };
  return [
    ...spec.columns.flatMap(headMark),
    ...namedRows(spec, layout).map((row) => words(fitted(spec.rows[row], gutter - 8, LETTERS, "sans"), 0, middle.y(row))),
  ];
}

/** The extra column of totals. */
function totalMarks(spec: HeatSpec, layout: Layout): Mark[] {
  const { totals, digits } = spec;
  const { width, head, middle } = layout;
  if (!totals) return [];
  const figure: Partial<TextMark> = { anchor: "end", family: "mono", paint: { token: "text" } };
  return [
    words(totals.label, width, MARGIN + head - 10, { anchor: "end" }),
    ...namedRows(spec, layout).map((row) => words(fixed(totals.values[row], digits), width, middle.y(row), figure)),
  ];
}

/** The figures of all cells. */
function cellMarks({ rows, columns, values, digits }: HeatSpec, { box, middle, size }: Layout, paint: (value: number) => Paint): Mark[] {
  const text: Partial<TextMark> = { anchor: "middle", family: "mono", size, paint: { token: "text" } };
  const cell = (row: number, column: number): Mark[] => {
    const value = values[row * columns.length + column];
    if (Number.isNaN(value)) return [{ kind: "path", d: box(row, column), fill: NONE }];
    return [{ kind: "path", d: box(row, column), fill: paint(value) }, words(fixed(value, digits), middle.x(column), middle.y(row), text)];
  };
  return rows.flatMap((_, row) => columns.flatMap((__, column) => cell(row, column)));
}

/** A table of values shown by color: named rows and columns, figures in the cells if they fit. */
export function heatFigure(spec: HeatSpec, width: number): Figure {
  const { rows, columns, values, totals, digits, unit } = spec;
  const layout = layoutOf(spec, width);
  const { gutter, across, down, head, written, bottom, box } = layout;
  const paint = paintOf(spec, written ? DENSEST : DENSEST_BARE);
  const marks: Mark[] = [
    ...nameMarks(spec, layout),
    ...(written ? cellMarks(spec, layout, paint) : []),
    ...totalMarks(spec, layout),
    { kind: "group", x: gutter, y: bottom + 8, marks: rampMarks(spec, paint, width - gutter) },
  ];
  const cells: CellGrid = {
    x: gutter,
    y: MARGIN + head,
    width: across.range()[1] - gutter,
    height: bottom - MARGIN - head,
    rows: rows.length,
    columns: columns.length,
    paint: (cell) => (Number.isNaN(values[cell]) ? NONE : paint(values[cell])),
  };
  return {
    width,
    height: bottom + 8 + 18,
    marks,
    cells: written ? undefined : cells,
    legend: [],
    stops: rows.length * columns.length,
    stop: (index): Stop => {
      const [row, column] = [Math.floor(index / columns.length), index % columns.length];
      const total = totals ? [{ label: totals.label, text: withUnit(totals.values[row], digits, unit) }] : [];
      return {
        name: `${rows[row]}, ${columns[column]}`,
        values: [{ label: "", text: withUnit(values[index], digits, unit) }, ...total],
        outline: { d: box(row, column) },
      };
    },
    at: (x, y) => {
      const [column, row] = [Math.floor((x - gutter) / across.step()), Math.floor((y - down.range()[0]) / down.step())];
      return column >= 0 && column < columns.length && row >= 0 && row < rows.length ? row * columns.length + column : null;
    },
    next: (from, direction, far) => nextCell(from, direction, far, rows.length, columns.length),
  };
}

/** Lowest and highest value: with fixed-width digits, one of them is the widest. */
function endsOf(values: Float64Array): number[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0];
}

/** Every n-th name is shown, so that names have the height of their letters at `step` pixels per row. */
const nthWithRoom = (step: number): number => Math.max(1, Math.ceil((LETTERS + 2) / step));

/** Home and End stay in the row; arrow keys do not leave the table. */
function nextCell(from: number, direction: Direction, far: boolean, rows: number, columns: number): number {
  const [row, column] = [Math.floor(from / columns), from % columns];
  if (direction === "up" || direction === "down") return nextInLine(row, direction, far, rows) * columns + column;
  return row * columns + nextInLine(column, direction, far, columns);
}

/** Color scale from lowest to highest value, in the available room. */
function rampMarks({ middle, limit, digits, unit, colors }: HeatSpec, paint: (value: number) => Paint, room: number): Mark[] {
  const low = colors[0] === colors[1] ? middle : middle - limit;
  const high = middle + limit;
  const text = (value: number) => withUnit(value, digits, unit);
  const left = textWidth(text(low), LETTERS, "mono") + 8;
  const right = textWidth(text(high), LETTERS, "mono") + 8;
  const width = Math.max(RAMP.steps, Math.min(RAMP.width, room - left - right));
  const step = width / RAMP.steps;
  const pieces = Array.from({ length: RAMP.steps }, (_, i): Mark => {
    const value = low + ((high - low) * (i + 0.5)) / RAMP.steps;
    return { kind: "path", d: rectPath(left + i * step, 0, step, RAMP.height), fill: paint(value) };
  });
  const label = (value: number, x: number): Mark => {
    return { kind: "text", text: text(value), x, y: RAMP.height / 2, paint: { token: "faint" }, size: LETTERS, family: "mono" };
  };
  return [label(low, 0), ...pieces, label(high, left + width + 8)];
}
