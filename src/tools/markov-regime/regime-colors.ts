import type { ColorToken } from "../../charts/chart-spec";

const COLORS: Record<string, ColorToken> = { Bull: "up", "Mild Bull": "accent", Neutral: "muted", "Mild Bear": "warn", Bear: "down" };

/** Bull green, Bear red (as the user set up and down); what is between has colors of its own. */
export const regimeColor = (label: string): ColorToken => COLORS[label] ?? "muted";

const MARKS: Record<string, "up" | "down" | "flat"> = { Bull: "up", "Mild Bull": "up", "Mild Bear": "down", Bear: "down" };

/** The same by shape. */
export const regimeMark = (label: string): "up" | "down" | "flat" => MARKS[label] ?? "flat";
