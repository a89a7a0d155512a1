import type { Count } from "../contract";
import { withoutTurns } from "../format";

/** The longest name of a column, a symbol, or a part of a file. */
const MAX_NAME: Count = 200;
/** Kept at either end: a path ends in the kind of the file. */
const KEPT: Count = 90;

// Half of a letter of two parts is none.
const beginOf = (name: string): string => name.slice(0, KEPT).replace(/[\ud800-\udbff]$/, "");
const endOf = (name: string): string => name.slice(-KEPT).replace(/^[\udc00-\udfff]/, "");

/**
 * Names as they are kept and shown: of one that is too long its ends and a number of its own, so that no two become one. A browser breaks a
 * word of n letters into lines in time n²: one of 100,000, from a stranger's file, ends the page. None turns the direction of what is shown
 * after it.
 */
export class ShortNames {
  private readonly known = new Map<string, string>();

  of(whole: string): string {
    const name = withoutTurns(whole);
    if (name.length <= MAX_NAME) return name;
    const short = this.known.get(name) ?? `${beginOf(name)}… ${this.known.size + 1} …${endOf(name)}`;
    this.known.set(name, short);
    return short;
  }
}
