import type { Fraction } from "../../../workers/contract";
import type { AlteredBlock } from "../../../workers/results";
import type { Figure } from "../../state/run-body";

/** Relative tolerance for rounding differences between versions. */
const ALLOWED: Fraction = 1e-6;

function isSame(kept: Figure, now: Figure, exact: boolean): boolean {
  if (kept.unit !== now.unit) return false;
  if (Object.is(kept.value, now.value)) return true;
  if (exact || typeof kept.value !== "number" || typeof now.value !== "number") return false;
  return Math.abs(kept.value - now.value) <= ALLOWED * Math.max(Math.abs(kept.value), Math.abs(now.value));
}

/** A figure with all digits: two may differ in the last one. */
const words = ({ value, unit }: Figure): string => `${value ?? "—"} ${unit}`.trim();

/**
 * Headline figures of a file that differ from, or are missing on, its screen, and vice versa.
 * @param exact both were computed by the same version, so every bit must agree
 */
export function changedFigures(kept: readonly Figure[], now: readonly Figure[], exact: boolean): AlteredBlock[] {
  const left = [...now];
  const altered: AlteredBlock[] = [];
  for (const figure of kept) {
    const place = left.findIndex(({ label }) => label === figure.label);
    const [found] = place < 0 ? [] : left.splice(place, 1);
    if (!found || !isSame(figure, found, exact))
      altered.push({ name: figure.label, written: found ? words(found) : "nothing", shown: words(figure) });
  }
  return [...altered, ...left.map((figure) => ({ name: figure.label, written: words(figure), shown: null }))];
}
