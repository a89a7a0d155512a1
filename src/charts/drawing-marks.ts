import type { Drawing } from "../../workers/indicators/schema";
import { fixed, percent } from "../lib/format";
import { type Box, linePath, type Mark, rectPath } from "./marks";
import type { PaneScene } from "./pane-scene";
import { isPrice } from "./price-panes";
import { type Frame, frameOf } from "./series-paths";
import { fitted, textWidth } from "./text-size";

const SIZE = 11;
const INSET = 6;
/** Half the side of the square at a chosen point, in CSS pixels. */
const KNOB = 2.5;
/** Maximum width of a drawing's text as a share of the plot's. */
const MAX_WORDS = 0.4;
const DASHES = [4, 4];

/** Label of a drawing: the user's text, otherwise its level or change. */
function drawingWords({ kind, from, to, text }: Drawing, digits = 2): string {
  const change = to && from.value > 0 ? percent(to.value / from.value - 1, 1) : "";
  if (kind === "level") return [text, fixed(from.value, digits)].filter(Boolean).join(" ");
  if (kind === "measure") return [text, change && (change.startsWith("−") ? change : `+${change}`)].filter(Boolean).join(" ");
  return text;
}

/** Text beside a point, on the side with more room. */
function words(text: string, [x, y]: [number, number], box: Box): Mark[] {
  const shown = fitted(text, MAX_WORDS * box.width, SIZE, "sans");
  if (shown === "" || x < box.left || x > box.left + box.width) return [];
  const width = textWidth(shown, SIZE, "sans");
  const left = x + INSET + width > box.left + box.width ? x - INSET - width : x + INSET;
  const at = Math.max(box.top + SIZE, y);
  // Text directly over candles would be hard to read.
  const ground: Mark = {
    kind: "path",
    d: rectPath(left - 2, at - SIZE / 2 - 2, width + 4, SIZE + 4),
    fill: { token: "surface", alpha: 0.85 },
  };
  return [ground, { kind: "text", text: shown, x: left, y: at, line: "middle", paint: { token: "text" }, size: SIZE, family: "sans" }];
}

const knob = ([x, y]: [number, number]): Mark => ({
  kind: "path",
  d: rectPath(x - KNOB, y - KNOB, 2 * KNOB, 2 * KNOB),
  fill: { token: "text" },
});

function marksOf(drawing: Drawing, frame: Frame, box: Box, digits: number | undefined): Mark[] {
  const { kind, from, to } = drawing;
  const text = drawingWords(drawing, digits);
  const start: [number, number] = [frame.x(from.row), frame.y(from.value)];
  if (kind === "level") {
    const y = Math.round(start[1]) + 0.5;
    const line: Mark = {
      kind: "path",
      d: linePath([
        [box.left, y],
        [box.left + box.width, y],
      ]),
      stroke: { token: "text" },
    };
    return [line, ...words(text, [box.left, y - SIZE + 2], box)];
  }
  if (!to) return [knob(start), ...words(text, start, box)];
  const end: [number, number] = [frame.x(to.row), frame.y(to.value)];
  const [left, right] = [Math.min(start[0], end[0]), Math.max(start[0], end[0])];
  const span: Mark = { kind: "path", d: rectPath(left, box.top, right - left, box.height), fill: { token: "accent", alpha: 0.1 } };
  const dash = kind === "measure" ? DASHES : undefined;
  const line: Mark = { kind: "path", d: linePath([start, end]), stroke: { token: "text" }, width: 1.5, dash };
  return [...(kind === "measure" ? [span] : []), line, knob(start), knob(end), ...words(text, end, box)];
}

/** Marks of the user's drawings on the price pane. */
export function drawingMarks(scene: PaneScene, box: Box): Mark[] {
  const { drawings = [] } = scene.markers;
  if (drawings.length === 0 || !scene.pane.series.some(isPrice)) return [];
  const frame = frameOf(scene, box);
  return [{ kind: "group", x: 0, y: 0, clip: box, marks: drawings.flatMap((one) => marksOf(one, frame, box, scene.pane.digits)) }];
}
