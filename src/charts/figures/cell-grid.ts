import type { Mark, Paint, PaintToken } from "../marks";
import { rectPath } from "../marks";

/**
 * Cells of equal size without figures, row by row. Ten thousand of them as marks would block the page; here each is one pixel of a canvas
 * that is scaled up.
 */
export interface CellGrid {
  x: number;
  y: number;
  width: number;
  height: number;
  rows: number;
  columns: number;
  paint: (cell: number) => Paint;
}

/** One pixel per cell: red, green, blue and alpha. @param color a token as #rrggbb */
export function cellPixels({ rows, columns, paint }: CellGrid, color: (token: PaintToken) => string): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * rows * columns);
  const known = new Map<PaintToken, number>();
  for (let cell = 0; cell < rows * columns; cell++) {
    const { token, alpha = 1 } = paint(cell);
    let parts = known.get(token);
    if (parts === undefined) {
      parts = Number.parseInt(color(token).slice(1), 16);
      known.set(token, parts);
    }
    pixels[4 * cell] = parts >> 16;
    pixels[4 * cell + 1] = (parts >> 8) & 255;
    pixels[4 * cell + 2] = parts & 255;
    pixels[4 * cell + 3] = 255 * alpha;
  }
  return pixels;
}

/** Number of alpha values in a file: smaller differences are not visible. */
const SHADES = 64;

/** The cells in a saved picture: one path per shade. */
export function cellMarks({ x, y, width, height, rows, columns, paint }: CellGrid): Mark[] {
  const [across, down] = [width / columns, height / rows];
  const shades = new Map<string, { fill: Paint; boxes: string[] }>();
  for (let cell = 0; cell < rows * columns; cell++) {
    const { token, alpha = 1 } = paint(cell);
    const shade = Math.round(alpha * SHADES) / SHADES;
    const key = `${token} ${shade}`;
    let group = shades.get(key);
    if (!group) {
      group = { fill: { token, alpha: shade }, boxes: [] };
      shades.set(key, group);
    }
    group.boxes.push(rectPath(x + (cell % columns) * across, y + Math.floor(cell / columns) * down, across, down));
  }
  return Array.from(shades.values(), ({ fill, boxes }) => ({ kind: "path", d: boxes.join(""), fill }));
}
