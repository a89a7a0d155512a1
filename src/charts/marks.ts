import type { ColorToken } from "./chart-spec";

/**
 * A drawing as plain data: the same marks become SVG on the page, a canvas for PNG, and an SVG file. Lengths are in CSS pixels, colors are
 * token names.
 */

export type PaintToken = ColorToken | "surface" | "raised" | "line";

export interface Paint {
  token: PaintToken;
  /** Opacity; 1 by default. */
  alpha?: number;
}

interface PathMark {
  kind: "path";
  /** SVG path data. */
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
  /** Which part of the text is at `y`; its middle by default. */
  line?: "top" | "middle";
  /** Rotation about (x, y) in degrees, clockwise. */
  turn?: number;
}

export interface GroupMark {
  kind: "group";
  x: number;
  y: number;
  /** Clipping box, in the group's own coordinates. */
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
  /** Height of the title, in CSS pixels. */
  titleHeight: number;
  /** Everything else. */
  marks: Mark[];
}

/** Rounded to a hundredth of a pixel, finer than visible. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

export const rectPath = (x: number, y: number, width: number, height: number): string =>
  `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;

export const linePath = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${short(x)} ${short(y)}`).join("");

/** The path methods that series need; implemented by `Path2D` too. */
export interface PathPen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  closePath(): void;
}

/** Writes a path as SVG path data. Arcs are whole circles. */
export class SvgPen implements PathPen {
  private readonly parts: string[] = [];

  moveTo(x: number, y: number): void {
    this.parts.push(`M${short(x)} ${short(y)}`);
  }

  lineTo(x: number, y: number): void {
    // A canvas path starts implicitly with its first line; SVG needs an explicit start.
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
