import type { Count } from "../contract";
import { withoutTurns } from "../format";

/** Longest name of a column, symbol, or part of a file. */
const MAX_NAME: Count = 200;
/** Characters kept at either end: a path ends in the file extension. */
const KEPT: Count = 90;

// A surrogate pair must not be cut in half.
const beginOf = (name: string): string => name.slice(0, KEPT).replace(/[\ud800-\udbff]$/, "");
const endOf = (name: string): string => name.slice(-KEPT).replace(/^[\udc00-\udfff]/, "");

/**
 * Names as stored and displayed: one that is too long is reduced to its two ends and a unique number, so that no two become equal. A
 * browser breaks a word of n letters into lines in O(n²): one of 100,000, from an untrusted file, crashes the page. No name changes the
 * text direction.
 */
export class ShortNames {
  private readonly known = new Map<string, string>();

  of(whole: string): string {
    const known = whole.length > MAX_NAME ? this.known.get(whole) : undefined;
    if (known !== undefined) return known;
    const name = withoutTurns(whole);
    if (name.length <= MAX_NAME) return name;
    const short = this.known.get(name) ?? `${beginOf(name)}… ${this.known.size + 1} …${endOf(name)}`;
    this.known.set(name, short).set(whole, short);
    return short;
  }
}

/** A single name as stored and displayed. */
export const shortName = (whole: string): string => new ShortNames().of(whole);
