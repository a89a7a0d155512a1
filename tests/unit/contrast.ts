/** Token colors as displayed, and their contrast (WCAG 2.2). */
export type Rgb = readonly [number, number, number];

/** OKLCH to linear sRGB by Ottosson's matrices; out-of-gamut colors are clipped, as on a display. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const toByte = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
const toLinear = (shown: number) => (shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4);

/** `#fff` or `oklch(0.5 0.14 250)`, as linear light. */
export function parseColor(text: string): Rgb {
  if (text === "#fff") return [1, 1, 1];
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text);
  if (!parts) throw new Error(`Not a color of the tokens: ${text}`);
  return fromOklch(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** A translucent color over another, blended like in browsers: in gamma-encoded sRGB. */
export const over = (top: Rgb, share: number, under: Rgb): Rgb =>
  [0, 1, 2].map((channel) => toLinear(share * toByte(top[channel]) + (1 - share) * toByte(under[channel]))) as unknown as Rgb;

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
