import type { ChartZoneMarker } from "./chart-spec";
import { type Box, linePath, type Mark, type PaintToken, rectPath, type TextMark } from "./marks";
import type { PaneScene } from "./pane-scene";
import { frameOf } from "./series-paths";
import { sessionStarts } from "./sessions";
import { fitted, textWidth } from "./text-size";

const LABEL_SIZE = 11;
const DASHES = [3, 3];
const SESSION_DASHES = [1, 3];
/** Distance of a name from its mark, in CSS pixels. */
const INSET = 6;
/** More names than this would hide the points they belong to. */
const MAX_NAMES = 40;
/** Maximum width of a name as a share of the plot's. */
const MAX_NAME_LENGTH = 0.4;

interface Span {
  left: number;
  right: number;
  zone: ChartZoneMarker;
}

/** Visible zones of a tone, in pixels of the plot's box. */
function spans(scene: PaneScene, box: Box, tone: ChartZoneMarker["tone"]): Span[] {
  const { markers, pane } = scene;
  const frame = frameOf(scene, box);
  const clamp = (position: number) => Math.min(box.left + box.width, Math.max(box.left, frame.x(position)));
  return (markers.zones ?? [])
    .filter((zone) => zone.tone === tone && (zone.pane === undefined || zone.pane === pane.key))
    .map((zone) => ({ left: clamp(zone.from), right: clamp(zone.to), zone }))
    .filter((span) => span.right > span.left);
}

const label = (text: string, x: number, y: number, anchor: TextMark["anchor"] = "start", line: TextMark["line"] = "top"): TextMark => ({
  kind: "text",
  x,
  y,
  text,
  anchor,
  line,
  paint: { token: "faint" },
  size: LABEL_SIZE,
  family: "sans",
});

const dashed = (token: PaintToken, ...ends: [number, number][]): Mark => ({
  kind: "path",
  d: linePath(ends),
  stroke: { token },
  dash: DASHES,
});

/** The name of a span at its top, if it fits. */
const spanName = ({ left, right, zone }: Span, box: Box): Mark[] =>
  textWidth(zone.label, LABEL_SIZE, "sans") + 2 * INSET > right - left ? [] : [label(zone.label, left + INSET, box.top + INSET)];

/** Notable periods, under everything else. */
export const shadeMarks = (scene: PaneScene, box: Box): Mark[] =>
  spans(scene, box, "shaded").flatMap((span): Mark[] => [
    { kind: "path", d: rectPath(span.left, box.top, span.right - span.left, box.height), fill: { token: "raised" } },
    ...spanName(span, box),
  ]);

/** A veil over ranges whose values are unreliable. */
export const dimMarks = (scene: PaneScene, box: Box): Mark[] =>
  spans(scene, box, "dimmed").flatMap((span): Mark[] => {
    const end = dashed("line-strong", [span.right, box.top], [span.right, box.top + box.height]);
    return [
      { kind: "path", d: rectPath(span.left, box.top, span.right - span.left, box.height), fill: { token: "surface", alpha: 0.6 } },
      ...(span.right - span.left > 8 ? [end] : []),
      ...spanName(span, box),
    ];
  });

/** Starts of trading days through all panes: between the last row of one day and the first of the next. */
export function sessionMarks(scene: PaneScene, box: Box): Mark[] {
  const { values } = scene.axis;
  if (!scene.markers.sessions || !values) return [];
  const frame = frameOf(scene, box);
  return sessionStarts(values, scene.view, box.width).map((row): Mark => {
    const x = Math.round(frame.x(row - 0.5)) + 0.5;
    return {
      kind: "path",
      d: linePath([
        [x, box.top],
        [x, box.top + box.height],
      ]),
      stroke: { token: "line-strong" },
      dash: SESSION_DASHES,
    };
  });
}

/** Levels of a pane (RSI 30 and 70), labeled among the y labels, and the cross that divides the plot into quadrants. */
export function guideMarks(scene: PaneScene, box: Box): Mark[] {
  const { pane, view } = scene;
  const [low, high] = scene.extent;
  const frame = frameOf(scene, box);
  const across = (value: number): Mark[] => {
    if (value < low || value > high) return [];
    const y = Math.round(frame.y(value)) + 0.5;
    return [dashed("line-strong", [box.left, y], [box.left + box.width, y])];
  };
  const levels = (pane.guides ?? []).flatMap(({ y }) => across(y));
  const { quadrants } = pane;
  if (!quadrants) return levels;
  const x = Math.round(frame.x(quadrants.x)) + 0.5;
  const upright = quadrants.x < view.low || quadrants.x > view.high ? [] : [dashed("line-strong", [x, box.top], [x, box.top + box.height])];
  return [...levels, ...across(quadrants.y), ...upright, ...quadrantNames(quadrants.labels ?? [], box)];
}

/** Names of the quadrants in the corners of the plot: upper left, upper right, lower left, lower right. */
function quadrantNames(labels: readonly string[], { left, top, width, height }: Box): Mark[] {
  return labels.map((text, index) => {
    const right = index % 2 === 1;
    return label(
      text,
      right ? left + width - INSET : left + INSET,
      index < 2 ? top + INSET : top + height - INSET - LABEL_SIZE,
      right ? "end" : "start",
    );
  });
}

/** Straight lines through a cloud of points. */
export function trendMarks(scene: PaneScene, box: Box): Mark[] {
  const { pane, view } = scene;
  const frame = frameOf(scene, box);
  const lines = (pane.trends ?? []).map(({ intercept, slope, color, dashed: broken }): Mark => {
    const ends = [view.low, view.high].map((x): [number, number] => [frame.x(x), frame.y(intercept + slope * x)]);
    return { kind: "path", d: linePath(ends), stroke: { token: color }, width: 1.5, dash: broken ? [4, 4] : undefined };
  });
  return lines.length === 0 ? [] : [{ kind: "group", x: 0, y: 0, clip: box, marks: lines }];
}

/** Distance from a point, or the grip on it, to its name, in CSS pixels. */
const NAME_GAP = 9;

/** Names beside their points, if these are few; one that would overlap an earlier name is omitted. */
export function nameMarks(scene: PaneScene, box: Box): Mark[] {
  const { pane, axis } = scene;
  const { names, values: positions } = axis;
  if (!names || !positions || names.filter((name) => name !== "").length > MAX_NAMES) return [];
  const frame = frameOf(scene, box);
  const taken: Box[] = [];
  return pane.series.flatMap((series) =>
    series.kind === "points"
      ? names.flatMap((name, row) => nameMark(name, [frame.x(positions[row]), frame.y(series.values[row])], box, taken))
      : [],
  );
}

function nameMark(name: string, [x, y]: [number, number], box: Box, taken: Box[]): Mark[] {
  const ahead = box.left + box.width - x - NAME_GAP;
  const text = fitted(name, Math.min(MAX_NAME_LENGTH * box.width, Math.max(ahead, x - NAME_GAP - box.left)), LABEL_SIZE, "sans");
  const width = textWidth(text, LABEL_SIZE, "sans");
  const right = width <= ahead;
  const place = { left: right ? x + NAME_GAP : x - NAME_GAP - width, top: y - LABEL_SIZE / 2, width, height: LABEL_SIZE };
  const touches = (other: Box) =>
    place.left < other.left + other.width && other.left < place.left + place.width && Math.abs(place.top - other.top) < LABEL_SIZE;
  if (!(x >= box.left && x <= box.left + box.width) || Number.isNaN(y) || text === "" || taken.some(touches)) return [];
  taken.push(place);
  return [label(text, right ? x + NAME_GAP : x - NAME_GAP, y, right ? "start" : "end", "middle")];
}

/** Vertical lines ("now") through all panes, named in the first. */
export function lineMarks(scene: PaneScene, box: Box): Mark[] {
  const { markers, view, first } = scene;
  const frame = frameOf(scene, box);
  return (markers.lines ?? []).flatMap(({ at, label: text }): Mark[] => {
    if (at < view.low || at > view.high) return [];
    const x = Math.round(frame.x(at)) + 0.5;
    const line = dashed("faint", [x, box.top], [x, box.top + box.height]);
    if (!first) return [line];
    const before = textWidth(text, LABEL_SIZE, "sans") + 2 * INSET >= box.left + box.width - x;
    return [line, label(text, before ? x - INSET : x + INSET, box.top + INSET / 2, before ? "end" : "start")];
  });
}
