import { type ScaleBand, scaleBand } from "d3-scale";
import { stack, stackOffsetDiverging } from "d3-shape";
import type { ColorToken } from "../chart-spec";
import { type Box, type Mark, rectPath, type TextMark } from "../marks";
import { numberTicks, type Tick } from "../number-ticks";
import { seriesColor } from "../series-color";
import { fitted, textWidth } from "../text-size";
import { type Figure, nextInLine, type Stop } from "./figure";
import { withUnit } from "./value-text";

/** Gap between the bars of a category in CSS pixels, and between categories as a share of their width. */
const BAR_GAP = 4;
const CATEGORY_GAP = 0.1;
const MARGIN = 5;
const AXIS = 24;
const LETTERS = 11;
/** Spacing of the value axis labels, in CSS pixels. */
const TICK_ROOM = { upright: 54, sideways: 80 };
/**
 * If every category name has at least this much room, long names are truncated; otherwise names are thinned out and truncated at
 * `MAX_LABEL_WIDTH`. In CSS pixels.
 */
const CUT_ROOM = 56;
const MAX_LABEL_WIDTH = 90;
/** With more bars than this, values are not written at their ends. */
const MAX_WRITTEN = 30;

export interface BarSeries {
  key: string;
  label: string;
  /** One per category; NaN if there is none. */
  values: Float64Array;
  color?: ColorToken;
}

export interface BarSpec {
  categories: readonly string[];
  /** Most important first. */
  series: readonly BarSeries[];
  layout: "grouped" | "stacked";
  direction: "upright" | "sideways";
  unit?: string;
  digits: number;
  /** Colors by sign: positive values in the up color, negative ones in the down color. */
  bySign?: boolean;
  height: number;
}

type Ends = [number, number];

/** Start and end of each series' bar in each category. */
function barEnds({ categories, series, layout }: BarSpec): Ends[][] {
  if (layout === "grouped") return series.map(({ values }) => categories.map((_, at) => [0, values[at]]));
  const shape = stack<unknown, number, number>()
    .keys(series.keys())
    .value((_, key, at) => series[key].values[at] || 0)
    .offset(stackOffsetDiverging);
  const piled = shape([...categories.keys()]);
  return piled.map((layer, key) =>
    layer.map(([from, to], at): Ends => (Number.isNaN(series[key].values[at]) ? [0, Number.NaN] : [from, to])),
  );
}

/** Range of the values, including zero. */
function reach(ends: Ends[][]): Ends {
  const values = ends.flat(2).filter((value) => !Number.isNaN(value));
  const low = values.reduce((a, b) => Math.min(a, b), 0);
  const high = values.reduce((a, b) => Math.max(a, b), 0);
  return low === high ? [0, 1] : [low, high];
}

interface Plan {
  spec: BarSpec;
  width: number;
  height: number;
  box: Box;
  upright: boolean;
  bands: ScaleBand<number>;
  /** Position of a value along its axis. */
  place: (value: number) => number;
  ticks: Tick[];
  ends: Ends[][];
  /** Width of the names beside horizontal bars. */
  names: number;
  /** Whether values are written at the ends of the bars. */
  written: boolean;
}

function planOf(spec: BarSpec, width: number): Plan {
  const { categories, series, direction, height, digits } = spec;
  const upright = direction === "upright";
  const ends = barEnds(spec);
  const [low, high] = reach(ends);
  const span = high - low;
  const written = !upright && series.length === 1 && categories.length <= MAX_WRITTEN;
  const longest = (values: Iterable<number>) =>
    Math.max(0, ...Array.from(values, (value) => textWidth(withUnit(value, digits), LETTERS, "mono")));
  const label = written ? longest(series[0].values) + 6 : 0;
  const names = Math.min(width * 0.35, Math.max(0, ...categories.map((name) => textWidth(name, LETTERS, "sans"))));
  const air = 0.05 * span;
  const from = low < 0 ? low - (written ? 0 : air) : 0;
  const to = high > 0 ? high + (written ? 0 : air) : 0;
  const most = (upright ? height : width) / TICK_ROOM[direction];
  const ticks = numberTicks(from, to, Math.max(2, most));
  const gutter = upright ? Math.max(...ticks.map(({ text }) => textWidth(text, LETTERS, "mono"))) + 8 : names + 8 + (low < 0 ? label : 0);
  const box = { left: Math.ceil(gutter), top: MARGIN, width: 0, height: height - MARGIN - AXIS };
  box.width = Math.max(20, width - box.left - MARGIN - (upright ? 0 : Math.max(5, high > 0 ? label : 0)));
  const along = upright ? [box.left, box.left + box.width] : [box.top, box.top + box.height];
  const bands = scaleBand<number>(categories.keys(), along as Ends)
    .paddingInner(CATEGORY_GAP)
    .paddingOuter(CATEGORY_GAP / 2);
  const per = (upright ? box.height : box.width) / (to - from);
  const place = (value: number) => (upright ? box.top + (to - value) * per : box.left + (value - from) * per);
  return { spec, width, height, box, upright, bands, place, ticks, ends, names, written };
}

/** Bars over categories: grouped or stacked, vertical or horizontal. */
export function barFigure(spec: BarSpec, width: number): Figure {
  const plan = planOf(spec, width);
  const { box, upright, bands } = plan;
  const { categories } = spec;
  const step = bands.step();
  return {
    width,
    height: spec.height,
    legend: legendOf(spec),
    marks: [...gridMarks(plan), ...barMarks(plan), ...groundMarks(plan), ...nameMarks(plan)],
    stops: categories.length,
    stop: (at) => stopOf(plan, at),
    at: (x, y) => {
      const along = upright ? x - box.left : y - box.top;
      const across = upright ? y - box.top : x;
      if (along < 0 || across < 0 || (upright ? y > box.top + box.height + AXIS : x > width)) return null;
      const at = Math.floor(along / step);
      return at < categories.length ? at : null;
    },
    next: (from, direction, far) => nextInLine(from, direction, far, categories.length),
  };
}

function stopOf({ spec, box, upright, bands }: Plan, at: number): Stop {
  const { categories, series, digits, unit } = spec;
  const from = (bands(at) ?? 0) - (bands.step() - bands.bandwidth()) / 2;
  return {
    name: categories[at],
    values: series.map(({ label, values }) => ({ label, text: withUnit(values[at], digits, unit) })),
    outline: {
      surface: true,
      d: upright ? rectPath(from, box.top, bands.step(), box.height) : rectPath(box.left, from, box.width, bands.step()),
    },
  };
}

function legendOf({ series, bySign }: BarSpec): Figure["legend"] {
  if (bySign) return [];
  return series.map(({ key, label, color }, index) => ({ key, label, paint: { token: color ?? seriesColor(index) }, shape: "surface" }));
}

function gridMarks({ box, upright, place, ticks }: Plan): Mark[] {
  return ticks.flatMap(({ at, text }): Mark[] => {
    const line = Math.round(place(at)) + 0.5;
    const d = upright ? `M${box.left} ${line}h${box.width}` : `M${line} ${box.top}v${box.height}`;
    const label: TextMark = { kind: "text", text, x: 0, y: 0, paint: { token: "faint" }, size: LETTERS, family: "mono" };
    const spot = upright
      ? ({ x: box.left - 6, y: line, anchor: "end" } as const)
      : ({ x: line, y: box.top + box.height + 13, anchor: "middle" } as const);
    return [
      { kind: "path", d, stroke: { token: "line" } },
      { ...label, ...spot },
    ];
  });
}

/** The zero line, over the bars. */
function groundMarks({ box, upright, place }: Plan): Mark[] {
  const line = Math.round(place(0)) + 0.5;
  return [
    {
      kind: "path",
      d: upright ? `M${box.left} ${line}h${box.width}` : `M${line} ${box.top}v${box.height}`,
      stroke: { token: "line-strong" },
    },
  ];
}

function barMarks({ spec, upright, bands, place, ends, written }: Plan): Mark[] {
  const { series, layout, bySign, digits } = spec;
  const across = layout === "grouped" ? series.length : 1;
  const gap = Math.min(BAR_GAP, bands.bandwidth() / (across * 3));
  const thick = (bands.bandwidth() - gap * (across - 1)) / across;
  return ends.flatMap((layer, index) =>
    layer.flatMap(([from, to], at): Mark[] => {
      if (Number.isNaN(to)) return [];
      const side = (bands(at) ?? 0) + (layout === "grouped" ? index * (thick + gap) : 0);
      const [start, end] = [Math.min(place(from), place(to)), Math.max(place(from), place(to))];
      const sign = to < 0 || from < 0 ? "down" : "up";
      const token = bySign ? sign : (series[index].color ?? seriesColor(index));
      const d = upright ? rectPath(side, start, thick, end - start) : rectPath(start, side, end - start, thick);
      const bar: Mark = { kind: "path", d, fill: { token } };
      if (!written) return [bar];
      const [x, anchor] = to < 0 ? ([start - 6, "end"] as const) : ([end + 6, "start"] as const);
      const text = withUnit(to, digits);
      return [bar, { kind: "text", text, x, y: side + thick / 2, anchor, paint: { token: "text" }, size: LETTERS, family: "mono" }];
    }),
  );
}

/** Names of the categories: if few, long ones are truncated; if many, they are thinned out. */
function nameMarks({ spec, box, upright, bands, names }: Plan): Mark[] {
  const { categories } = spec;
  const base = { kind: "text", paint: { token: "faint" }, size: LETTERS, family: "sans" } as const;
  const middle = (at: number) => (bands(at) ?? 0) + bands.bandwidth() / 2;
  const step = bands.step();
  if (!upright) {
    const thinned = Math.max(1, Math.ceil((LETTERS + 4) / step));
    return categories.flatMap((name, at): Mark[] =>
      at % thinned > 0 ? [] : [{ ...base, text: fitted(name, names, LETTERS, "sans"), x: 0, y: middle(at), paint: { token: "muted" } }],
    );
  }
  const y = box.top + box.height + 13;
  const longest = Math.min(MAX_LABEL_WIDTH, Math.max(...categories.map((name) => textWidth(name, LETTERS, "sans")))) + 8;
  const thinned = step >= CUT_ROOM ? 1 : Math.max(1, Math.ceil(longest / step));
  return categories.flatMap((name, at): Mark[] => {
    if (at % thinned > 0) return [];
    const text = fitted(name, step * thinned - 6, LETTERS, "sans");
    // A name clipped by the edge of the picture would be misleading.
    const isCut = middle(at) + textWidth(text, LETTERS, "sans") / 2 > box.left + box.width + MARGIN;
    return isCut ? [] : [{ ...base, text, x: middle(at), y, anchor: "middle" }];
  });
}
