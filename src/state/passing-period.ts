import type { Series } from "../../workers/contract";

/** Stands in the names of periods that are only looked at, and in no hash of numbers. */
const SIGN = ":";

/** What stands for the hash of the rows `from` to `to` while a hand moves over a series. */
export const passingHash = (of: string, from: number, to: number): string => [of, from, to].join(SIGN);

/** Whether a series is a period that is only looked at: runs over it are not kept. @param of hash of the whole series, where it matters */
export const isPassing = ({ hash }: Pick<Series, "hash">, of = ""): boolean => hash.startsWith(of) && hash.includes(SIGN);
