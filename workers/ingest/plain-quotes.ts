import { CR, LF } from "./byte-lines";

export const QUOTE = 34;
const SPACE = 32;
/** A letter, which is part of neither a number nor a date. */
const WORD = 95;

const isLineEnd = (byte: number) => byte === LF || byte === CR;

/** Whether a cell begins at `at`: after blanks, a quote is an ordinary character. */
const beginsCell = (bytes: Uint8Array, at: number, delimiter: number): boolean =>
  at === 0 || bytes[at - 1] === delimiter || isLineEnd(bytes[at - 1]);

/** Whether a cell ends after `at`; the text always ends in a line end. */
const endsCell = (bytes: Uint8Array, at: number, delimiter: number): boolean => bytes[at + 1] === delimiter || isLineEnd(bytes[at + 1]);

/** The quote that closes the one at `from`, skipping doubled ones, or the line end if that comes first. */
function closingQuote(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (; at < bytes.length && !isLineEnd(bytes[at]); at++) {
    if (bytes[at] !== QUOTE) continue;
    if (bytes[at + 1] !== QUOTE) return at;
    at++;
  }
  return at;
}

function unquote(bytes: Uint8Array, opening: number, closing: number, delimiter: number): void {
  bytes[opening] = SPACE;
  bytes[closing] = SPACE;
  for (let at = opening + 1; at < closing; at++) if (bytes[at] === QUOTE || bytes[at] === delimiter) bytes[at] = WORD;
}

/**
 * Replaces the quotes around cells by blanks, and quotes and delimiters inside them by letters, so that a reader that skips blanks and
 * words reads quoted cells like unquoted ones. Other quotes are unchanged: within a cell, not closed on their line, or followed by more
 * text.
 */
export function blankQuotes(bytes: Uint8Array, delimiter: number): void {
  const first = bytes.indexOf(QUOTE);
  // A loop over the bytes: searching from quote to quote takes longer if every cell has two.
  for (let at = first < 0 ? bytes.length : first; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE || !beginsCell(bytes, at, delimiter)) continue;
    const closing = closingQuote(bytes, at);
    if (bytes[closing] === QUOTE && endsCell(bytes, closing, delimiter)) unquote(bytes, at, closing, delimiter);
    at = closing;
  }
}
