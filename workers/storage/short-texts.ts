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
