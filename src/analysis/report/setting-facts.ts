import { clipped, plain } from "../../lib/format.ts";
import { methodTitle } from "../../ui/method-title.ts";

const MAX_LETTERS = 400;

/** Settings by their names in words, those of a group behind its name. */
export function settingFacts(settings: object, before = ""): [string, string][] {
  return Object.entries(settings).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || typeof value === "function" || ArrayBuffer.isView(value)) return [];
    const name = before ? `${before}: ${key}` : methodTitle(key);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return settingFacts(value, name);
    return [[name, valueWords(value)]];
  });
}

function valueWords(value: unknown): string {
  if (value === null) return "automatic";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return plain(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text === "" || text === "[]") return "none";
  return clipped(text, MAX_LETTERS);
}
