import { count, fixed, inUnit, percent, significant } from "../lib/format.ts";
import type { Figure } from "./run-body";

const FIGURE_DIGITS = 5;

/** A headline figure of a run, as shown in lists. */
export function figureText({ value, unit, decimals }: Figure): string {
  if (typeof value !== "number") return value ?? "—";
  if (unit === "fraction") return percent(value, decimals);
  if (decimals !== undefined) return inUnit(fixed(value, decimals), unit);
  return inUnit(Number.isInteger(value) ? count(value) : significant(value, FIGURE_DIGITS), unit);
}
