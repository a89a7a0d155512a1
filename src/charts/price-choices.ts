import type { PriceStyle, ScaleKind } from "./chart-spec";
import { keptChoice } from "./kept-choice.ts";
import type { PriceChoices } from "./price-panes";

export const STYLES: readonly { value: PriceStyle; label: string }[] = [
  { value: "candles", label: "Candles" },
  { value: "sticks", label: "Bars" },
  { value: "line", label: "Line" },
  { value: "area", label: "Area" },
];
export const SCALES: readonly { value: ScaleKind; label: string }[] = [
  { value: "linear", label: "Linear" },
  { value: "log", label: "Log" },
  { value: "percent", label: "%" },
];
const USUAL: PriceChoices = { style: "candles", scale: "linear", volume: true, sessions: true };

/** The stored choices that are valid. */
function read(text: string | null): PriceChoices {
  try {
    const stored: Partial<PriceChoices> | null = text === null ? null : JSON.parse(text);
    const style = STYLES.find(({ value }) => value === stored?.style)?.value ?? USUAL.style;
    const scale = SCALES.find(({ value }) => value === stored?.scale)?.value ?? USUAL.scale;
    return { style, scale, volume: stored?.volume !== false, sessions: stored?.sessions !== false };
  } catch {
    return USUAL;
  }
}

/** How the user wants prices drawn, the same on every screen and stored on the device. */
export const usePriceChoices = keptChoice("prospect.price-chart", read);
