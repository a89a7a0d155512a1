import { count, inUnit, percent, significant } from "../lib/format.ts";
import type { Figure } from "./run-body";

const FIGURE_DIGITS = 5;

/** A headline number of a run, as lists show it. */
export function figureText({ value, unit }: Figure): string {
  if (typeof value !== "number") return value ?? "—";
  if (unit === "fraction") return percent(value);
  const text = Number.isInteger(value) ? count(value) : significant(value, FIGURE_DIGITS);
  return inUnit(text, unit);
}
