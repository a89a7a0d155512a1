import { count, inUnit, percent, significant } from "../lib/format.ts";
import type { Figure } from "./run-body";

const FIGURE_DIGITS = 5;

/** A headline figure of a run, as shown in lists. */
export function figureText({ value, unit }: Figure): string {
  if (typeof value !== "number") return value ?? "—";
  if (unit === "fraction") return percent(value);
  const text = Number.isInteger(value) ? count(value) : significant(value, FIGURE_DIGITS);
  return inUnit(text, unit);
}
