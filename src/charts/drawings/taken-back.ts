import { type Drawing, MAX_DRAWINGS } from "../../../workers/indicators/schema";
import { isSame } from "../../lib/is-same.ts";

/** One change to the drawings on a series. */
export interface DrawingStep {
  before: readonly Drawing[];
  after: readonly Drawing[];
}

const find = (list: readonly Drawing[], { id }: Drawing): Drawing | undefined => list.find((one) => one.id === id);

/**
 * The current drawings with one step undone. Changes made by another tab since are kept; removed drawings are restored as far as the limit
 * allows.
 */
export function takenBack(now: readonly Drawing[], { before, after }: DrawingStep): readonly Drawing[] {
  const kept = now.flatMap((one) => {
    const made = find(after, one);
    if (!made || !isSame(made, one)) return [one];
    const earlier = find(before, one);
    return earlier ? [earlier] : [];
  });
  const removed = before.filter((one) => !find(after, one) && !find(now, one));
  return [...kept, ...removed.slice(Math.max(0, kept.length + removed.length - MAX_DRAWINGS))];
}
