let pen: CanvasRenderingContext2D | null | undefined;
/** Font currently set on the pen. */
let held = "";
let faces: Record<"mono" | "sans", string> | null = null;

/** Font families of the theme, as in CSS. */
export function facesOf(): Record<"mono" | "sans", string> {
  if (!faces) {
    const style = getComputedStyle(document.documentElement);
    faces = { mono: style.getPropertyValue("--mono").trim(), sans: style.getPropertyValue("--sans").trim() };
  }
  return faces;
}

/** Width of a text in CSS pixels. */
export function textWidth(text: string, size: number, family: "mono" | "sans", weight = 400): number {
  if (pen === undefined) {
    pen = document.createElement("canvas").getContext("2d");
    document.fonts.addEventListener("loadingdone", () => {
      held = "";
    });
  }
  if (!pen) return text.length * size * 0.6;
  const font = `${weight} ${size}px ${facesOf()[family]}`;
  // Setting a font is slower than measuring with it, even if it does not change.
  if (font !== held) pen.font = font;
  held = font;
  return pen.measureText(text).width;
}

/** The text, truncated with "…" if it does not fit. */
export function fitted(text: string, room: number, size: number, family: "mono" | "sans"): string {
  if (textWidth(text, size, family) <= room) return text;
  let kept = Math.min(text.length - 1, Math.floor((text.length * room) / textWidth(text, size, family)));
  while (kept > 0 && textWidth(`${text.slice(0, kept).trimEnd()}…`, size, family) > room) kept--;
  return kept > 0 ? `${text.slice(0, kept).trimEnd()}…` : "";
}
