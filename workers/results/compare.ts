import type { Count, Fraction } from "../contract";
import type { PlacedFigure } from "./document";
import { leavesOf } from "./plain-result";

/** Comparison of a value in a file with the recomputed one. */
export type Verdict = "same" | "within" | "differs";

export interface ComparedValue {
  /** Path of the value: "fit.aic". */
  path: string;
  kept: number | string | boolean | null;
  /** Undefined if the new result has no such value. */
  now: number | string | boolean | null | undefined;
  verdict: Verdict;
  /** Relative difference of two numbers; null for anything else. */
  difference: Fraction | null;
}

/** `value` and `now` of a figure; verdict null for one derived from others on the screen. */
export interface ComparedFigure extends PlacedFigure, Pick<ComparedValue, "difference" | "now"> {
  verdict: Verdict | null;
}

export interface Comparison {
  figures: ComparedFigure[];
  /** Number of values in the whole result. */
  values: Count;
  same: Count;
  /** Values that are not bit-identical; the first `MAX_NAMED` of them. */
  others: ComparedValue[];
  /** Number of such values. */
  othersCount: Count;
}

const MAX_NAMED = 100;
/** Relative tolerance between versions of the kernels; the same version must give the same bits. */
const ALLOWED: Fraction = 1e-6;

function judge(kept: unknown, now: unknown, exact: boolean): Pick<ComparedValue, "verdict" | "difference"> {
  if (Object.is(kept, now)) return { verdict: "same", difference: null };
  if (typeof kept !== "number" || typeof now !== "number") return { verdict: "differs", difference: null };
  const scale = Math.max(Math.abs(kept), Math.abs(now));
  const difference = Number.isFinite(scale) ? Math.abs(kept - now) / scale : null;
  // Zeros of different sign differ by nothing.
  const share = Number.isNaN(difference) ? 0 : difference;
  return { verdict: !exact && share !== null && share <= ALLOWED ? "within" : "differs", difference: share };
}

/**
 * Compares each value of a file with the recomputed result.
 * @param kept the result of the file, `now` the new one, both by `plainOf`
 * @param exact both are from the same version, so that every bit must be equal
 */
export function compareResults(kept: unknown, now: unknown, figures: readonly PlacedFigure[], exact: boolean): Comparison {
  const recomputed = new Map(leavesOf(now));
  const before = new Map(leavesOf(kept));
  const paths = new Set([...before.keys(), ...recomputed.keys()]);
  const others: ComparedValue[] = [];
  let othersCount = 0;
  for (const path of paths) {
    const judged = judge(before.get(path), recomputed.get(path), exact);
    if (judged.verdict === "same") continue;
    othersCount++;
    if (others.length < MAX_NAMED) others.push({ path, kept: before.get(path) ?? null, now: recomputed.get(path), ...judged });
  }
  const compared = figures.map((figure): ComparedFigure => {
    if (figure.path === null) return { ...figure, now: undefined, verdict: null, difference: null };
    const found = recomputed.get(figure.path);
    return { ...figure, now: found, ...judge(figure.value, found, exact) };
  });
  return { figures: compared, values: paths.size, same: paths.size - othersCount, others, othersCount };
}
