import type { Fraction } from "../contract";

/** Names that speak of keys. */
export const KEY_NAME = /key|token|secret|auth|pass|pwd|sig|credential|session|jwt|bearer/i;
/** Of the characters of a long word: more digits than words have. */
const DIGITS: Fraction = 0.15;

/** A long run of letters and digits, as keys are. */
export function looksLikeKey(word: string): boolean {
  if (word.length < 20 || !/^[\w+/=.~-]+$/.test(word)) return false;
  const digits = word.replace(/\D/g, "").length;
  return /[a-z]/i.test(word) && digits / word.length >= DIGITS && !/^\d{4}-\d{2}-\d{2}/.test(word);
}
