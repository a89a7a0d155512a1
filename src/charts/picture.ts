import type { ChartColors } from "./chart-colors";
import type { GroupMark, Mark, Paint, Picture, TextMark } from "./marks";
import { short } from "./marks";
import { facesOf } from "./text-size";

/** Pixels of a PNG per CSS pixel. */
const SCALE = 2;

/** A drawing as PNG at twice its size, on the theme's surface color. */
export function pngOf(picture: Picture, colors: ChartColors): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * SCALE);
  canvas.height = Math.round(picture.height * SCALE);
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.reject(new Error("no canvas available"));
  pen.scale(SCALE, SCALE);
  pen.fillStyle = colors.of("surface");
  pen.fillRect(0, 0, picture.width, picture.height);
  paintMarks(pen, [...picture.title, ...picture.marks], colors);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image available"))), "image/png");
  });
}

/** Paints marks at the current origin and scale of the canvas. */
export function paintMarks(pen: CanvasRenderingContext2D, marks: readonly Mark[], colors: ChartColors): void {
  for (const mark of marks) {
    if (mark.kind === "group") paintGroup(pen, mark, colors);
    else if (mark.kind === "text") paintText(pen, mark, colors);
    else {
      const path = new Path2D(mark.d);
      if (mark.fill) {
        pen.fillStyle = colors.of(mark.fill.token, mark.fill.alpha);
        pen.fill(path);
      }
      if (!mark.stroke) continue;
      pen.strokeStyle = colors.of(mark.stroke.token, mark.stroke.alpha);
      pen.lineWidth = mark.width ?? 1;
      pen.lineJoin = "round";
      pen.setLineDash(mark.dash ?? []);
      pen.stroke(path);
      pen.setLineDash([]);
    }
  }
}

function paintGroup(pen: CanvasRenderingContext2D, { x, y, clip, marks }: GroupMark, colors: ChartColors): void {
  pen.save();
  pen.translate(x, y);
  if (clip) {
    pen.beginPath();
    pen.rect(clip.left, clip.top, clip.width, clip.height);
    pen.clip();
  }
  paintMarks(pen, marks, colors);
  pen.restore();
}

function paintText(pen: CanvasRenderingContext2D, mark: TextMark, colors: ChartColors): void {
  pen.save();
  pen.font = colors.font(mark.family, mark.size, mark.weight);
  pen.fillStyle = colors.of(mark.paint.token, mark.paint.alpha);
  pen.textAlign = mark.anchor === "middle" ? "center" : (mark.anchor ?? "start");
  pen.textBaseline = mark.line === "top" ? "top" : "middle";
  pen.translate(mark.x, mark.y);
  pen.rotate(((mark.turn ?? 0) * Math.PI) / 180);
  pen.fillText(mark.text, 0, 0);
  pen.restore();
}

/** Characters XML does not allow: a single one would make the file invalid. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const escaped = (text: string): string =>
  text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

/** A drawing as an SVG file. */
export const svgOf = (picture: Picture, colors: ChartColors, name: string): Blob =>
  new Blob([svgText(picture, colors, name, { alone: true, clipPrefix: "clip" })], { type: "image/svg+xml" });

interface SvgForm {
  /** For a separate file, with namespace and title; on a page the heading serves as title. */
  alone: boolean;
  /** Prefix of clip ids, which must be unique within a document. */
  clipPrefix: string;
}

/** A drawing as SVG in theme colors. Text stays text, in the theme's fonts if the viewer has them. */
export function svgText(picture: Picture, colors: ChartColors, name: string, { alone, clipPrefix }: SvgForm): string {
  let clips = 0;
  const paint = (attribute: string, { token, alpha = 1 }: Paint): string =>
    ` ${attribute}="${colors.hex(token)}"${alpha === 1 ? "" : ` ${attribute}-opacity="${short(alpha)}"`}`;
  const write = (mark: Mark): string => {
    if (mark.kind === "group") {
      const { x, y, clip, marks } = mark;
      const inner = marks.map(write).join("");
      const place = `<g transform="translate(${short(x)} ${short(y)})"`;
      if (!clip) return `${place}>${inner}</g>\n`;
      const id = `${clipPrefix}${++clips}`;
      const edge = `<rect x="${short(clip.left)}" y="${short(clip.top)}" width="${short(clip.width)}" height="${short(clip.height)}"/>`;
      return `${place} clip-path="url(#${id})"><clipPath id="${id}">${edge}</clipPath>${inner}</g>\n`;
    }
    if (mark.kind === "text") {
      const turn = mark.turn ? ` transform="rotate(${mark.turn} ${short(mark.x)} ${short(mark.y)})"` : "";
      const place = `x="${short(mark.x)}" y="${short(mark.y)}" dy="${mark.line === "top" ? "0.8em" : "0.35em"}"${turn}`;
      const face = `font-family="${escaped(facesOf()[mark.family])}" font-size="${mark.size}" font-weight="${mark.weight ?? 400}"`;
      return `<text ${place} ${face} text-anchor="${mark.anchor ?? "start"}"${paint("fill", mark.paint)}>${escaped(mark.text)}</text>\n`;
    }
    const fill = mark.fill ? paint("fill", mark.fill) : ' fill="none"';
    const dash = mark.dash ? ` stroke-dasharray="${mark.dash.join(" ")}"` : "";
    const stroke = mark.stroke ? `${paint("stroke", mark.stroke)} stroke-width="${mark.width ?? 1}" stroke-linejoin="round"${dash}` : "";
    return `<path d="${mark.d}"${fill}${stroke}/>\n`;
  };
  const { width, title, titleHeight } = picture;
  const top = alone ? 0 : titleHeight;
  const height = picture.height - top;
  const marks = alone ? [...title, ...picture.marks] : picture.marks;
  const size = `width="${short(width)}" height="${short(height)}" viewBox="0 ${top} ${short(width)} ${short(height)}"`;
  const ground = `<rect y="${top}" width="100%" height="100%"${paint("fill", { token: "surface" })}/>`;
  const space = alone ? 'xmlns="http://www.w3.org/2000/svg" ' : "";
  const head = `<svg ${space}${size} role="img" aria-label="${escaped(name)}">\n<title>${escaped(name)}</title>\n`;
  return [head, ground, "\n", ...marks.map(write), "</svg>\n"].join("");
}
