import { CR, LF } from "./byte-lines";

export const QUOTE = 34;
const SPACE = 32;
/** No part of a number or a date. */
const WORD = 95;

const isLineEnd = (byte: number) => byte === LF || byte === CR;

/** Whether a cell begins at `at`: one with blanks before its quote has it as a sign like others. */
const beginsCell = (bytes: Uint8Array, at: number, delimiter: number): boolean =>
  at === 0 || bytes[at - 1] === delimiter || isLineEnd(bytes[at - 1]);

/** Whether a cell ends behind `at`; a text that is read ends in a line end. */
const endsCell = (bytes: Uint8Array, at: number, delimiter: number): boolean => bytes[at + 1] === delimiter || isLineEnd(bytes[at + 1]);

/** The quote that closes the one at `from`, a doubled one being none, or the line end that comes before. */
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
 * Puts blanks in place of the quotes around cells, and letters in place of quotes and delimiters within them, so that a reader that passes over
 * blanks and words takes what is quoted as if it were not. Quotes that stand otherwise are left: in a cell, not closed in their line, with more
 * behind them.
 */
export function blankQuotes(bytes: Uint8Array, delimiter: number): void {
  const first = bytes.indexOf(QUOTE);
  // A loop over the bytes: a search from quote to quote would take longer where there are two in every cell.
  for (let at = first < 0 ? bytes.length : first; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE || !beginsCell(bytes, at, delimiter)) continue;
    const closing = closingQuote(bytes, at);
    if (bytes[closing] === QUOTE && endsCell(bytes, closing, delimiter)) unquote(bytes, at, closing, delimiter);
    at = closing;
  }
}
