import type { Count } from "../contract";
import { withoutTurns } from "../format";
import { ShortNames } from "../series";

/** Longest name or other one-line text that the app itself makes. */
const MAX_LINE = 1000;
/** Fields that are long by nature: none is shown as a line. */
const LONG: ReadonlySet<string> = new Set(["input", "settings", "content", "text", "note", "description", "preview"]);

/**
 * Whether the content of an untrusted file can be displayed: a browser breaks a word of n letters into lines in O(n²), and one of 100,000
 * letters crashes the page.
 */
export function hasShortTexts(value: unknown, name = ""): boolean {
  if (typeof value === "string") return value.length <= MAX_LINE || LONG.has(name);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return true;
  return Array.isArray(value)
    ? value.every((item) => hasShortTexts(item, name))
    : Object.entries(value).every(([key, item]) => hasShortTexts(item, key));
}

/** Identifiers for the app rather than a person: a shortened hash would match nothing. */
const KEYS: ReadonlySet<string> = new Set(["id", "hash", "block", "previous", "of", "digest", "kernels", "job", "screen"]);

/**
 * The same value with long lines shortened (earlier versions allowed longer ones) and without characters that change the text direction.
 * Equal lines remain equal, distinct ones distinct; identifiers are unchanged.
 */
export function withShortTexts<T>(whole: T): { value: T; shortened: Count } {
  const names = new ShortNames();
  let shortened = 0;
  const shorten = (value: unknown, name: string): unknown => {
    if (typeof value === "string") {
      if (LONG.has(name) || KEYS.has(name)) return value;
      if (value.length <= MAX_LINE) return withoutTurns(value);
      shortened++;
      return names.of(value);
    }
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) return value.map((item) => shorten(item, name));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, key)]));
  };
  return { value: shorten(whole, "") as T, shortened };
}
