import type { Series } from "../../workers/contract";

/** Marks previewed periods in place of a hash; never occurs in real hashes. */
const SIGN = ":";

/** Substitute for the hash of rows `from` to `to` while dragging over a series. */
export const transientHash = (of: string, from: number, to: number): string => [of, from, to].join(SIGN);

/** Whether a series is a previewed period, whose runs are not recorded. @param of hash of the whole series, if relevant */
export const isTransient = ({ hash }: Pick<Series, "hash">, of = ""): boolean => hash.startsWith(of) && hash.includes(SIGN);
