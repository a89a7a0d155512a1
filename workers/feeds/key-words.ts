import type { Fraction } from "../contract";

/** Names that suggest a key. */
export const KEY_NAME = /key|token|secret|auth|pass|pwd|sig|credential|session|jwt|bearer/i;
/** Minimum share of digits in a long word: ordinary words have fewer. */
const DIGITS: Fraction = 0.15;

/** Whether a word is a long run of letters and digits like a key. */
export function looksLikeKey(word: string): boolean {
  if (word.length < 20 || !/^[\w+/=.~-]+$/.test(word)) return false;
  const digits = word.replace(/\D/g, "").length;
  return /[a-z]/i.test(word) && digits / word.length >= DIGITS && !/^\d{4}-\d{2}-\d{2}/.test(word);
}
