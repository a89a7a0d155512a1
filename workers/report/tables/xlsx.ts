import { ZipWriter } from "../../archive";
import { because, DAY } from "../../contract";
import { columnLetters, MAX_COLUMNS, MAX_ROWS } from "../../sheet-cells";
import { csvNumber, runsAsFormula } from "../table-text";
import { type ColumnCells, columnCells } from "./column-cells";
import { TableTooLarge, type TableWriter } from "./table-writer";

/** Maximum letters of a cell. */
const MAX_LETTERS = 32_767;
/** Days from the format's epoch to 1970; before March 1900 it includes a day that did not exist. */
const EPOCH = 25_569;
const FIRST_SOUND_DAY = 61;
/** In milliseconds: readers truncate to the millisecond, and a fraction of a day may be rounded down to the one before. */
const NUDGE = 0.001;
/** Rows written between cancellation checks. */
const CHUNK = 4096;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Indices into the list of cell styles below. */
const STYLE = { day: 1, moment: 2, quoted: 3 };

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Characters that XML cannot represent are written as the format's escape sequences; so is text that looks like one. */
const UNWRITABLE = /[^\P{Cc}\t\n]|[\p{Cs}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const byNumber = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
const markup = (text: string): string =>
  text
    .slice(0, MAX_LETTERS)
    .replace(UNWRITABLE, byNumber)
    .replace(/[&<>]/g, (sign) => SIGNS[sign]);

/** A text that is never run as a formula, not even after a user edits the cell. */
function textCell(at: string, text: string): string {
  const style = runsAsFormula(text) ? ` s="${STYLE.quoted}"` : "";
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${markup(text)}</t></is></c>`;
}

function cellOf(column: ColumnCells, row: number, at: string): string {
  const cell = column.cells[row];
  if (cell === null) return "";
  if (typeof cell === "string") return textCell(at, cell);
  if (column.kind === "number") return Number.isFinite(cell) ? `<c r="${at}"><v>${csvNumber(cell)}</v></c>` : "";
  const whole = cell % DAY === 0;
  const day = (whole ? cell : cell + NUDGE) / DAY + EPOCH;
  if (day < FIRST_SOUND_DAY) return textCell(at, new Date(cell).toISOString());
  return `<c r="${at}" s="${whole ? STYLE.day : STYLE.moment}"><v>${day}</v></c>`;
}

const rowOf = (row: number, cells: readonly string[]) => `<row r="${row}">${cells.join("")}</row>`;

function relations(links: readonly (readonly [kind: string, target: string])[]): string {
  const written = links.map(([kind, target], place) => `<Relationship Id="rId${place + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`);
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${written.join("")}</Relationships>`;
}

const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/></Types>`;
const WORKBOOK = `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const PANE =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** The rows of a sheet as pieces of XML. */
function* sheetPieces(columns: readonly ColumnCells[], rows: number, advance: (share: number) => void): Generator<string> {
  const letters = columns.map((_, place) => columnLetters(place + 1));
  const names = columns.map(({ name }, place) => textCell(`${letters[place]}1`, name));
  yield `${HEAD}<worksheet xmlns="${MAIN}">${PANE}<sheetData>${rowOf(1, names)}`;
  for (let from = 0; from < rows; from += CHUNK) {
    const to = Math.min(rows, from + CHUNK);
    let text = "";
    for (let row = from; row < to; row++)
      text += rowOf(
        row + 2,
        columns.map((column, place) => cellOf(column, row, `${letters[place]}${row + 2}`)),
      );
    advance(to / rows);
    yield text;
  }
  yield "</sheetData></worksheet>";
}

/** An Excel workbook with one sheet: numbers with all their digits, dates as dates, and texts that are never formulas. */
export const writeXlsx: TableWriter = async (columns, rows, advance) => {
  if (rows + 1 > MAX_ROWS || columns.length > MAX_COLUMNS)
    throw new TableTooLarge(because("report/tableTooLargeForExcel", { rows, columns: columns.length }));
  const archive = new ZipWriter();
  await archive.deflate("[Content_Types].xml", TYPES);
  await archive.deflate("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]]));
  await archive.deflate("xl/workbook.xml", WORKBOOK);
  await archive.deflate(
    "xl/_rels/workbook.xml.rels",
    relations([
      ["worksheet", "worksheets/sheet1.xml"],
      ["styles", "styles.xml"],
    ]),
  );
  await archive.deflate("xl/styles.xml", STYLES);
  await archive.deflate("xl/worksheets/sheet1.xml", sheetPieces([...columnCells(columns)], rows, advance));
  return new Blob([archive.finish()], { type: `${SHEET}.sheet` });
};
