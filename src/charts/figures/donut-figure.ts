import { arc, type PieArcDatum, pie } from "d3-shape";
import { percent } from "../../lib/format";
import type { ColorToken } from "../chart-spec";
import { type Mark, rectPath } from "../marks";
import { seriesColor } from "../series-color";
import { fitted, textWidth } from "../text-size";
import { type Figure, nextInLine, type Stop } from "./figure";
import { withUnit } from "./value-text";

/** Diameter of the hole as a share of the ring's. */
const HOLE = 0.64;
/** Gap between slices in radians. */
const GAP = 0.014;
const MARGIN = 5;
const ROW = 22;
const LETTERS = 12;
/** Minimum room for the list beside the ring, in CSS pixels; with less it goes below. */
const LIST_ROOM = 200;

export interface DonutSlice {
  key: string;
  label: string;
  /** Not below zero. */
  value: number;
  color?: ColorToken;
}

export interface DonutSpec {
  slices: readonly DonutSlice[];
  unit?: string;
  digits: number;
  /** Text in the hole; the largest slice by default. */
  center?: { value: string; label: string };
  /** Height of the ring in CSS pixels. */
  height: number;
}

const sizeOf = ({ value }: DonutSlice): number => (value > 0 ? value : 0);

const totalOf = (slices: readonly DonutSlice[]): number => slices.reduce((sum, slice) => sum + sizeOf(slice), 0);

/** Share of the whole ("62.0%"), listed after the value unless that is a percentage itself. */
function shareText({ slices, unit, digits }: DonutSpec, slice: DonutSlice): { value: string; share: string } {
  const whole = totalOf(slices);
  return { value: withUnit(slice.value, digits, unit), share: percent(whole > 0 ? sizeOf(slice) / whole : Number.NaN) };
}

/** Parts of a whole as a ring, clockwise from the top, with a list of names, values and shares. */
export function donutFigure(spec: DonutSpec, width: number): Figure {
  const { slices } = spec;
  const beside = width >= spec.height + LIST_ROOM;
  const size = Math.min(spec.height, width);
  const radius = size / 2 - MARGIN;
  const list = slices.length * ROW;
  const height = beside ? Math.max(size, list + 2 * MARGIN) : size + list + 2 * MARGIN;
  const middle = { x: beside ? size / 2 : width / 2, y: beside ? height / 2 : size / 2 };
  const from = { x: beside ? size + 20 : 0, y: beside ? (height - list) / 2 : size + MARGIN };
  const room = Math.min(width - from.x, 420);

  const ring = arc<PieArcDatum<DonutSlice>>()
    .innerRadius(radius * HOLE)
    .outerRadius(radius);
  const arcs = pie<DonutSlice>()
    .value(sizeOf)
    .sort(null)
    .padAngle(slices.length > 1 ? GAP : 0)([...slices]);
  const paths = arcs.map((datum) => ring(datum) ?? "");
  const colors = slices.map(({ color }, index) => color ?? seriesColor(index));
  const marks: Mark[] = [
    {
      kind: "group",
      ...middle,
      marks: [...paths.map((d, index): Mark => ({ kind: "path", d, fill: { token: colors[index] } })), ...centerMarks(spec, radius)],
    },
    { kind: "group", ...from, marks: slices.flatMap((slice, index) => rowMarks(spec, slice, colors[index], index, room)) },
  ];
  return {
    width,
    height,
    legend: [],
    marks,
    stops: slices.length,
    stop: (index): Stop => {
      const { value, share } = shareText(spec, slices[index]);
      return { name: slices[index].label, values: valuesOf(spec, value, share), outline: { d: paths[index], ...middle } };
    },
    at: (x, y) => {
      const row = Math.floor((y - from.y) / ROW);
      if (x >= from.x && x <= from.x + room && row >= 0 && row < slices.length && (beside || y >= from.y)) return row;
      return sliceAt(arcs, x - middle.x, y - middle.y, radius);
    },
    next: (at, direction, far) => nextInLine(at, direction, far, slices.length),
  };
}

function sliceAt(arcs: PieArcDatum<DonutSlice>[], x: number, y: number, radius: number): number | null {
  const distance = Math.hypot(x, y);
  if (distance > radius || distance < radius * HOLE) return null;
  const angle = (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI);
  const at = arcs.findIndex(({ startAngle, endAngle }) => angle >= startAngle && angle < endAngle);
  return at < 0 ? null : at;
}

/** Percentages are their own share. */
const valuesOf = ({ unit }: DonutSpec, value: string, share: string): Stop["values"] =>
  unit === "%"
    ? [{ label: "", text: value }]
    : [
        { label: "", text: value },
        { label: "share", text: share },
      ];

function centerMarks(spec: DonutSpec, radius: number): Mark[] {
  const largest = spec.slices.reduce((most, slice) => (sizeOf(slice) > sizeOf(most) ? slice : most), spec.slices[0]);
  const { value, label } = spec.center ?? { value: shareText(spec, largest).share, label: largest.label };
  const room = 2 * radius * HOLE - 16;
  const base = { kind: "text", x: 0, anchor: "middle" } as const;
  return [
    { ...base, y: -8, text: fitted(value, room, 19, "mono"), size: 19, family: "mono", paint: { token: "text" } },
    { ...base, y: 12, text: fitted(label, room, LETTERS, "sans"), size: LETTERS, family: "sans", paint: { token: "muted" } },
  ];
}

/** A row of the list: color, name, value, share. */
function rowMarks(spec: DonutSpec, slice: DonutSlice, token: ColorToken, index: number, room: number): Mark[] {
  const y = index * ROW + ROW / 2;
  const { value, share } = shareText(spec, slice);
  const figures = spec.unit === "%" ? [value] : [share, value];
  const columns = [room, room - 64];
  const left = columns[figures.length - 1] - textWidth(figures[figures.length - 1], LETTERS, "mono");
  const name = fitted(slice.label, left - 30, LETTERS, "sans");
  return [
    ...(index > 0 ? [{ kind: "path", d: `M0 ${index * ROW + 0.5}h${room}`, stroke: { token: "line" } } as const] : []),
    { kind: "path", d: rectPath(0, y - 4, 12, 8), fill: { token } },
    { kind: "text", x: 20, y, text: name, paint: { token: "text" }, size: LETTERS, family: "sans" },
    ...figures.map((text, place): Mark => {
      const paint = { token: figures.length > 1 && place === 0 ? ("muted" as const) : ("text" as const) };
      return { kind: "text", x: columns[place], y, text, anchor: "end", paint, size: LETTERS, family: "mono" };
    }),
  ];
}
