import type { Count } from "./contract";

/** Maximum rows and columns of a sheet in the format. */
export const MAX_ROWS: Count = 1 << 20;
export const MAX_COLUMNS: Count = 1 << 14;

/** Number of a spreadsheet's column: A to XFD as 1 to 16,384, no letters as 0. */
export const columnNumber = (letters: string): Count => [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);

/** Letters of a spreadsheet's column by its number, which starts at 1. */
export const columnLetters = (column: Count): string =>
  column <= 0 ? "" : `${columnLetters(Math.floor((column - 1) / 26))}${String.fromCharCode(65 + ((column - 1) % 26))}`;
