import type { Count } from "../contract";
import { withoutTurns } from "../format";
import { ShortNames } from "../series";

/** Names and other texts of one line are shorter in all that is made here. */
const MAX_LINE = 1000;
/** Texts that are long by nature: none is shown as a line. */
const LONG: ReadonlySet<string> = new Set(["input", "settings", "content", "text", "note", "description", "preview"]);

/** Whether what a stranger's file holds can be shown: a browser breaks a word of n letters into lines in time n², and one of 100,000 ends the page. */
export function hasShortTexts(value: unknown, name = ""): boolean {
  if (typeof value === "string") return value.length <= MAX_LINE || LONG.has(name);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return true;
  return Array.isArray(value)
    ? value.every((item) => hasShortTexts(item, name))
    : Object.entries(value).every(([key, item]) => hasShortTexts(item, key));
}

/** What names a thing for the app, not for a person: of half a hash nothing could be found. */
const KEYS: ReadonlySet<string> = new Set(["id", "hash", "block", "previous", "of", "digest", "kernels", "job", "screen"]);

/**
 * The same with shorter lines, which earlier versions let become longer, and none that turns the direction of what is shown after it. Equal
 * ones stay equal, others different; names of things stay as they are.
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
