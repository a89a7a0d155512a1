import { type IndicatorKind, indicatorSchema } from "../../../workers/indicators/schema";
import { readSettings } from "../../../workers/runtime/schema";
import type { ColorToken } from "../chart-spec";
import { keptChoice } from "../kept-choice.ts";
import { seriesColor } from "../series-color";
import { CATALOG, type Indicator, KINDS } from "./catalog";

/** More lines than this cannot be distinguished. */
export const MAX_INDICATORS = 12;
/** Maximum number of panes below the price. */
export const MAX_PANES = 4;
/** Of the eight series colors; the first is the price's own. */
export const COLORS: readonly { value: ColorToken; label: string }[] = [
  { value: "series-2", label: "Amber" },
  { value: "series-3", label: "Teal" },
  { value: "series-4", label: "Rose" },
  { value: "series-5", label: "Violet" },
  { value: "series-6", label: "Olive" },
  { value: "series-7", label: "Brown" },
  { value: "series-8", label: "Gray" },
  { value: "accent", label: "Accent" },
];

const isKind = (kind: unknown): kind is IndicatorKind => KINDS.some((one) => one === kind);

/** A valid pane for an indicator: values not in units of the price cannot be on the price pane. */
function paneFor(kind: IndicatorKind, pane: unknown): number {
  if (CATALOG[kind].shades) return 0;
  const least = CATALOG[kind].inPrices ? 0 : 1;
  return Number.isInteger(pane) ? Math.min(MAX_PANES, Math.max(least, Number(pane))) : least;
}

function readOne(given: Partial<Indicator> | null, index: number): Indicator[] {
  if (!given || !isKind(given.kind)) return [];
  const { settings } = readSettings(indicatorSchema(given.kind), given.settings ?? {});
  if (settings === null) return [];
  const color = COLORS.find(({ value }) => value === given.color)?.value ?? seriesColor(index + 1);
  return [{ id: `${given.kind}-${index + 1}`, kind: given.kind, settings, color, pane: paneFor(given.kind, given.pane) }];
}

/** The stored set; invalid entries are dropped. */
export function readSet(text: string | null): readonly Indicator[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.slice(0, MAX_INDICATORS).flatMap(readOne) : [];
  } catch {
    return [];
  }
}

/** An indicator with default settings, in the first free color and, if it cannot be on the price, in the first empty pane. */
export function freshIndicator(kind: IndicatorKind, among: readonly Indicator[]): Indicator {
  const color = COLORS.find(({ value }) => among.every((one) => one.color !== value))?.value ?? COLORS[among.length % COLORS.length].value;
  const panes = Array.from({ length: MAX_PANES }, (_, index) => index + 1);
  const free = panes.find((pane) => among.every((one) => one.pane !== pane)) ?? MAX_PANES;
  const [made] = readOne({ kind, color, pane: CATALOG[kind].inPrices ? 0 : free }, among.length);
  return made;
}

/** The user's indicators, the same on every price chart and stored on the device. */
export const useIndicatorSet = keptChoice("prospect.indicators", readSet);
