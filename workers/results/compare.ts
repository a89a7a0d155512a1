import type { Count, Fraction } from "../contract";
import type { PlacedFigure } from "./document";
import { leavesOf } from "./plain-result";

/** Comparison of a value in a file with the recomputed one. */
export type Verdict = "same" | "within" | "differs";

export interface ComparedValue {
  /** Where it stands: "fit.aic". */
  path: string;
  kept: number | string | boolean | null;
  /** Undefined where the new result has no such value. */
  now: number | string | boolean | null | undefined;
  verdict: Verdict;
  /** Of two numbers, as a share of the larger; null for anything else. */
  difference: Fraction | null;
}

/** `value` and `now` of a figure; verdict null for one that is made of others on the screen. */
export interface ComparedFigure extends PlacedFigure, Pick<ComparedValue, "difference" | "now"> {
  verdict: Verdict | null;
}

export interface Comparison {
  figures: ComparedFigure[];
  /** Values of the whole result. */
  values: Count;
  same: Count;
  /** Those that are not the same to the last bit; the first `MAX_NAMED` of them. */
  others: ComparedValue[];
  /** How many those are. */
  othersCount: Count;
}

const MAX_NAMED = 100;
/** Versions of the kernels may round otherwise by this share; the same version must give the same bits. */
const ALLOWED: Fraction = 1e-6;

function judge(kept: unknown, now: unknown, exact: boolean): Pick<ComparedValue, "verdict" | "difference"> {
  if (Object.is(kept, now)) return { verdict: "same", difference: null };
  if (typeof kept !== "number" || typeof now !== "number") return { verdict: "differs", difference: null };
  const scale = Math.max(Math.abs(kept), Math.abs(now));
  const difference = Number.isFinite(scale) ? Math.abs(kept - now) / scale : null;
  // Two zeros of different sign differ by nothing.
  const share = Number.isNaN(difference) ? 0 : difference;
  return { verdict: !exact && share !== null && share <= ALLOWED ? "within" : "differs", difference: share };
}

/**
 * Compares each value of a file with the result computed again.
 * @param kept the result of the file, `now` the new one, both by `plainOf`
 * @param exact the same version computed both, so that every bit must be the same
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
