import type { Mark, Paint, Picture } from "./marks";
import { rectPath } from "./marks";
import { textWidth } from "./text-size";

const EDGE = 16;
const TITLE_HEIGHT = 24;
const LEGEND_LINE = 20;
/** Width of the mark before a legend entry. */
const SWATCH_WIDTH = 14;
const LETTERS = 12;

export interface LegendEntry {
  key: string;
  label: string;
  paint: Paint;
  shape: "line" | "dashed" | "dot" | "cross" | "surface";
  /** Line width in CSS pixels: 2 by default. */
  width?: number;
}

/** A drawing with the legend above it. */
export interface PicturePart {
  legend: readonly LegendEntry[];
  width: number;
  height: number;
  marks: Mark[];
}

/** Title, and below it each part with its legend, as saved to a file. */
export function framedPicture(title: string, subtitle: string | undefined, parts: readonly PicturePart[]): Picture {
  const inner = Math.max(...parts.map(({ width }) => width));
  const marks: Mark[] = [];
  let top = EDGE + TITLE_HEIGHT;
  for (const part of parts) {
    const lines = legendMarks(part.legend, inner);
    marks.push({ kind: "group", x: EDGE, y: top, marks: lines.marks });
    top += lines.height;
    marks.push({ kind: "group", x: EDGE, y: top, marks: part.marks });
    top += part.height;
  }
  return { width: inner + 2 * EDGE, height: top + EDGE, title: titleMarks(title, subtitle), titleHeight: EDGE + TITLE_HEIGHT, marks };
}

function titleMarks(title: string, subtitle?: string): Mark[] {
  const base = { kind: "text", y: EDGE, size: 13, family: "sans", line: "top" } as const;
  const name: Mark = { ...base, x: EDGE, text: title, paint: { token: "text" }, weight: 600 };
  if (!subtitle) return [name];
  return [name, { ...base, x: EDGE + textWidth(title, 13, "sans", 600) + 10, text: subtitle, paint: { token: "muted" } }];
}

/** Legend entries, wrapped to as many lines as needed. */
function legendMarks(entries: readonly LegendEntry[], width: number): { marks: Mark[]; height: number } {
  const marks: Mark[] = [];
  let left = 0;
  let line = 0;
  for (const entry of entries) {
    const { label } = entry;
    const size = SWATCH_WIDTH + 6 + textWidth(label, LETTERS, "sans");
    if (left > 0 && left + size > width) {
      left = 0;
      line++;
    }
    const y = line * LEGEND_LINE + LEGEND_LINE / 2;
    marks.push(swatch(left, y, entry));
    marks.push({ kind: "text", x: left + SWATCH_WIDTH + 6, y, text: label, paint: { token: "muted" }, size: LETTERS, family: "sans" });
    left += size + 16;
  }
  return { marks, height: entries.length === 0 ? 0 : (line + 1) * LEGEND_LINE };
}

/** Mark of a legend entry; `left` is its left edge, `y` its middle. */
function swatch(left: number, y: number, { paint, shape, width = 2 }: LegendEntry): Mark {
  if (shape === "surface") return { kind: "path", d: rectPath(left, y - 4, SWATCH_WIDTH, 8), fill: paint };
  if (shape === "dot") return { kind: "path", d: rectPath(left + 4, y - 3, 6, 6), fill: paint };
  if (shape === "cross") return { kind: "path", d: `M${left + 3} ${y}h8M${left + 7} ${y - 4}v8`, stroke: paint, width };
  const dash = shape === "dashed" ? [4, 3] : undefined;
  return { kind: "path", d: `M${left} ${y}h${SWATCH_WIDTH}`, stroke: paint, width, dash };
}
