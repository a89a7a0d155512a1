import { clipped, plain } from "../../lib/format.ts";
import { settingLabel } from "../setting-words/setting-labels";
import { settingValue, unnamedValue } from "../setting-words/setting-values";

const MAX_LETTERS = 400;

/** Settings by their labels on the screen; those of a group are prefixed with its name. */
export function settingFacts(screen: string, settings: object, before = ""): [string, string][] {
  return Object.entries(settings).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || typeof value === "function" || ArrayBuffer.isView(value)) return [];
    const label = settingLabel(screen, key);
    const name = before ? `${before}: ${label}` : label;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return settingFacts(screen, value, name);
    return [[name, valueWords(settingValue(screen, key, value))]];
  });
}

function valueWords(given: unknown): string {
  const value = unnamedValue(given);
  if (typeof value === "number") return plain(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text === "" || text === "[]") return "none";
  return clipped(text, MAX_LETTERS);
}
