import type { ColorToken } from "./chart-spec";

/**
 * A drawing as plain data: the same marks become SVG on the screen, a canvas for a picture, and an SVG file. Lengths are CSS pixels,
 * colors the names of tokens.
 */

export type PaintToken = ColorToken | "surface" | "raised" | "line";

export interface Paint {
  token: PaintToken;
  /** How densely it is laid on; 1 by default. */
  alpha?: number;
}

export interface PathMark {
  kind: "path";
  /** As in the `d` of an SVG path. */
  d: string;
  fill?: Paint;
  stroke?: Paint;
  width?: number;
  dash?: number[];
}

export interface TextMark {
  kind: "text";
  x: number;
  y: number;
  text: string;
  paint: Paint;
  size: number;
  family: "mono" | "sans";
  weight?: number;
  anchor?: "start" | "middle" | "end";
  /** Which part of the letters is at `y`: their middle by default. */
  line?: "top" | "middle";
  /** Degrees around (x, y), clockwise. */
  turn?: number;
}

export interface GroupMark {
  kind: "group";
  x: number;
  y: number;
  /** Nothing is painted outside, in the group's own coordinates. */
  clip?: Box;
  marks: Mark[];
}

export type Mark = PathMark | TextMark | GroupMark;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Picture {
  width: number;
  height: number;
  /** Title and subtitle, at the top. */
  title: Mark[];
  /** Pixels at the top that are the title's alone. */
  titleHeight: number;
  /** All else. */
  marks: Mark[];
}

/** Lengths with a tenth of a pixel are as exact as an eye. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

export const rectPath = (x: number, y: number, width: number, height: number): string =>
  `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;

export const linePath = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${short(x)} ${short(y)}`).join("");

/** The part of a canvas path that series need; a `Path2D` is one too. */
export interface PathPen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  closePath(): void;
}

/** Writes a path down instead of drawing it. Arcs are whole circles. */
export class SvgPen implements PathPen {
  private readonly parts: string[] = [];

  moveTo(x: number, y: number): void {
    this.parts.push(`M${short(x)} ${short(y)}`);
  }

  lineTo(x: number, y: number): void {
    // A canvas starts a path with its first line; SVG needs an explicit start.
    this.parts.push(`${this.parts.length === 0 ? "M" : "L"}${short(x)} ${short(y)}`);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.parts.push(rectPath(x, y, width, height));
  }

  arc(x: number, y: number, radius: number): void {
    const r = short(radius);
    this.parts.push(`M${short(x + radius)} ${short(y)}a${r} ${r} 0 1 1 ${short(-2 * radius)} 0a${r} ${r} 0 1 1 ${short(2 * radius)} 0`);
  }

  closePath(): void {
    this.parts.push("Z");
  }

  toString(): string {
    return this.parts.join("");
  }
}
