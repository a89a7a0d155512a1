import type { ListedSeries } from "../chart-desk";
import { keptChoice } from "../kept-choice.ts";

/** The series a user compares a price with. */
export interface OtherSet {
  /** All start at 100 in the first visible row they have in common. */
  rebase: boolean;
  list: readonly ListedSeries[];
}

/** More lines than this cannot be distinguished beside a price and its indicators. */
export const MAX_OTHERS = 6;

const NONE: OtherSet = { rebase: true, list: [] };

function readOne(given: Partial<ListedSeries> | null): ListedSeries[] {
  const { hash, name, column = null } = given ?? {};
  const fits = typeof hash === "string" && typeof name === "string" && (column === null || typeof column === "string");
  return fits ? [{ hash, name, column }] : [];
}

/** The stored choice; invalid entries are dropped. */
function readOthers(text: string | null): OtherSet {
  try {
    const stored: { rebase?: unknown; list?: unknown } | null = text === null ? null : JSON.parse(text);
    const list: unknown[] = Array.isArray(stored?.list) ? stored.list : [];
    return { rebase: stored?.rebase !== false, list: list.flatMap((one) => readOne(one as ListedSeries | null)).slice(0, MAX_OTHERS) };
  } catch {
    return NONE;
  }
}

/** The user's choice of series, the same on every price chart and stored on the device. */
export const useOtherSet = keptChoice("prospect.compared-series", readOthers);
