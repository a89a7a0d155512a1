import { because, type Count } from "../../contract";
import { columnLetters, columnNumber, MAX_COLUMNS, MAX_ROWS } from "../../sheet-cells";
import { RefusedFile } from "../refused-file";

/** Maximum cells created over all sheets, including empty ones in between. */
export const MAX_CELLS: Count = 20_000_000;

export const damagedWorkbook = () => new RefusedFile(because("ingest/tableDamaged", { format: "Excel" }));
export const sheetTooLarge = () => new RefusedFile(because("ingest/sheetTooLarge", { limit: MAX_CELLS }));

/** A cell that may have no address: its spelling is looked at more closely later. */
const UNADDRESSED = /<(?:\w+:)?c(?=[\s/>])(?![^<>]*\sr=)/;
const ROW_OR_CELL = /<(?:\w+:)?(row|c)(?=[\s/>])[^<>]*/g;

/** Gives each cell without an address, as the format permits, the one after the cell before it: the library would refuse the sheet. */
export function withAddresses(sheet: string): string {
  if (!UNADDRESSED.test(sheet)) return sheet;
  let [row, column, added] = [0, 0, 0];
  return sheet.replace(ROW_OR_CELL, (tag: string, kind: "row" | "c") => {
    const [, letters = "", digits] = /\sr\s*=\s*["']([A-Z]*)(\d+)/.exec(tag) ?? [];
    if (digits !== undefined) row = Number(digits);
    else if (kind === "row") row++;
    column = kind === "row" ? 0 : columnNumber(letters) || column + 1;
    if (kind === "row" || digits !== undefined) return tag;
    if (++added > MAX_CELLS) throw sheetTooLarge();
    return tag.replace(/[\s/]|$/, ` r="${columnLetters(column)}${row}"$&`);
  });
}

/** A second table in a sheet, or a second value in a cell: the library would read the last one only. */
const TABLE = /<(?:\w+:)?sheetData(?=[\s/>])/g;
const SECOND_VALUE = /<\/(?:\w+:)?v\s*>\s*<(?:\w+:)?v(?=[\s/>])/;
export const isAmbiguous = (sheet: string): boolean => [...sheet.matchAll(TABLE)].length > 1 || SECOND_VALUE.test(sheet);

/** Number of cells up to the last row and column with a value: the library extends each row to the widest. */
function filledArea(sheet: string): Count {
  let [rows, columns, row, column] = [0, 0, 0, 0];
  for (const [, letters, digits] of sheet.matchAll(/\s(?:[^\s=:]+:)?r\s*=\s*["']([A-Z]*)(\d+)["']|<(?:\w+:)?(?:v|is|f)\b/g)) {
    if (digits !== undefined) [row, column] = [Number(digits), columnNumber(letters)];
    else [rows, columns] = [Math.max(rows, row), Math.max(columns, column)];
  }
  return rows * columns;
}

/**
 * Number of cells created when reading a sheet, including omitted rows and cells: a single address can exhaust memory. Refuses a cell with
 * the number of another row, which the library would move to its own.
 */
export function cellsIn(sheet: string): Count {
  const end = sheet.search(/<\/(?:[^\s<>:]+:)?sheetData/);
  let own: Count | undefined;
  let cells = 0;
  let row = 0;
  let width = 0;
  let [rows, columns] = [0, 0];
  // Anywhere in the markup: a tag may contain ">" within another attribute. The library ignores prefixes.
  const addresses = /<(?:[^\s<>:]+:)?row(?=[\s/>])|\s(?:[^\s=:]+:)?r\s*=\s*["']([^"']*)["']/g;
  for (let found = addresses.exec(sheet); found; found = addresses.exec(sheet)) {
    if (found[1] === undefined) {
      own = undefined;
      continue;
    }
    const [, letters, digits] = /^([A-Z]{0,3})(\d{1,7})$/.exec(found[1]) ?? [];
    const at = Number(digits);
    if (!(at >= 1 && at <= MAX_ROWS) || columnNumber(letters) > MAX_COLUMNS) throw damagedWorkbook();
    own ??= at;
    if (at !== own && found.index < end) throw damagedWorkbook();
    if (at !== row) {
      cells += width + Math.max(0, at - row);
      row = at;
      width = 0;
    }
    width = Math.max(width, columnNumber(letters));
    rows = Math.max(rows, row);
    columns = Math.max(columns, width);
  }
  cells += width;
  // Few sheets have far more of them than addresses.
  return rows * columns > 2 * cells ? Math.max(cells, filledArea(sheet)) : cells;
}
