import { type Count, fail, type Outcome, succeed } from "../contract";
import { KEY_NAME, looksLikeKey } from "./key-words";

const MAX_LENGTH: Count = 4000;
const DIVIDER = /^[ \t]*-{3,}[ \t]*$/m;
/** A name that suggests a key, and its value. */
const SETTING = new RegExp(`(?:${KEY_NAME.source})[\\w-]*["']?\\s*[:=]\\s*["']?[^\\s"']`, "i");

/** Messages to send once a socket is open, in order; lines of hyphens separate them. */
export const socketTexts = (typed: string): string[] =>
  typed
    .split(DIVIDER)
    .map((text) => text.trim())
    .filter((text) => text !== "");

/** Refuses what looks like JSON but is invalid, since the host would just disconnect. */
export function checkSocketMessage(typed: string): Outcome<string> {
  const message = typed.trim();
  if (message.length > MAX_LENGTH) return fail("bad-input", "feeds/messageLong", { longest: MAX_LENGTH });
  for (const text of socketTexts(message)) {
    if (!/^[[{]/.test(text)) continue;
    try {
      JSON.parse(text);
    } catch {
      return fail("bad-input", "feeds/messageJson");
    }
  }
  return succeed(message);
}

/** Whether a message seems to contain a key. */
export const messageHoldsKey = (message: string): boolean => SETTING.test(message) || message.split(/[\s"',:;{}[\]]+/).some(looksLikeKey);
