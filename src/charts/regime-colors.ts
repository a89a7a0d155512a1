import type { ChartSeries, ColorToken } from "./chart-spec";

const COLORS: Record<string, ColorToken> = { Bull: "up", "Mild Bull": "accent", Neutral: "muted", "Mild Bear": "warn", Bear: "down" };

/** Bull in the up color, Bear in the down color (as set by the user); regimes between have colors of their own. */
export const regimeColor = (label: string): ColorToken => COLORS[label] ?? "muted";

const MARKS: Record<string, "up" | "down" | "flat"> = { Bull: "up", "Mild Bull": "up", "Mild Bear": "down", Bear: "down" };

/** The same distinction by shape. */
export const regimeMark = (label: string): "up" | "down" | "flat" => MARKS[label] ?? "flat";

/**
 * Backdrops of a chart: each regime's color where it is in force. @param sides one column per pair of regimes: 1 where the first is, -1
 * where the second is
 */
export const regimeGrounds = (labels: readonly string[], sides: readonly Float64Array[]): ChartSeries[] =>
  labels.map((label, regime) => ({
    key: `ground-${label}`,
    label,
    color: regimeColor(label),
    kind: "band",
    backdrop: regime % 2 === 0 ? 1 : -1,
    fitsAxis: false,
    lower: sides[regime >> 1],
    upper: sides[regime >> 1],
  }));
