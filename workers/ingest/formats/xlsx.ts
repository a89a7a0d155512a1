import readWorkbook from "read-excel-file/universal";
import { bytesOf, DamagedArchive, readDirectory, readEntry, ZipWriter } from "../../archive";
import { because, DAY, type Millis } from "../../contract";
import { RefusedFile } from "../refused-file";
import { unsolvedColumns } from "../unsolved";
import { cellsIn, damagedWorkbook, isAmbiguous, MAX_CELLS, sheetTooLarge, withAddresses } from "./cell-addresses";
import { cellsContent } from "./cells";
import type { FormatReader } from "./content";
import { checkSize, collect } from "./inflate";
import { checkTextSize } from "./text-limit";

/** Signature of an older Excel file, or of an encrypted workbook. */
const OLE = 0xd0cf11e0;
/**
 * Excel has a nonexistent 29 February 1900 (day 60), so days before it are off by one when counted from a later date. Day 1 and day 60 as
 * the library returns them.
 */
const FIRST_DAY: Millis = Date.UTC(1899, 11, 31);
const FALSE_LEAP_DAY: Millis = Date.UTC(1900, 1, 28);
/** Day 0 in the 1904 date system. */
const DAY_OF_1904: Millis = Date.UTC(1904, 0, 1);

type Cell = string | number | boolean | Date | null;

/** The XML parts of a workbook, decompressed within limits: the library would decompress whatever they claim, on threads of its own. */
async function unpacked(blob: Blob, take: (name: string, content: Blob) => Promise<void>, work: Parameters<FormatReader>): Promise<void> {
  const [, context, label] = work;
  const directory = await readDirectory(blob);
  const entries = [...directory.values()].filter(({ name }) => /\.(xml|rels)$/.test(name));
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  checkTextSize({ size }, "Excel");
  checkSize(size, blob.size);
  for (const entry of entries) {
    if (entry.encrypted) throw new RefusedFile(because("ingest/zipEncrypted", { name: entry.name }));
    await take(entry.name, await collect(readEntry(blob, entry), entry.packed, entry.size, context, label));
  }
}

/** A cell with a type: an error, or a date in ISO format. */
const TYPED = /(<(?:\w+:)?c\s(?:[^<>]*?\s)?)t=["'][ed]["']/g;
/** A formula cell without a stored result, up to its end tag. */
const UNSOLVED =
  /(<(?:\w+:)?c\s)([^<>]*)>\s*<(?:\w+:)?f\b[^<>]*>(?:([^<]*)<\/(?:\w+:)?f>)?\s*(?:<(?:\w+:)?v\s*(?:\/>|><\/(?:\w+:)?v>)\s*)?(?=<\/(?:\w+:)?c>)/g;
/** Whether a cell is numeric, which is the default type. */
const isNumeric = (attributes: string): boolean => !/(?:^|\s)t=["'](?!n["'])/.test(attributes);

/**
 * Rewrites as text the cells that the library would leave empty or read in the device's time zone: errors, ISO dates, and formulas without
 * a stored result, as written by programs that do not calculate. A formula of string type without a value has an empty string as its
 * result.
 */
const withTexts = (sheet: string): string =>
  sheet
    .replace(TYPED, '$1t="str"')
    .replace(UNSOLVED, (whole, tag: string, attributes: string, formula: string | undefined) =>
      isNumeric(attributes) ? `${tag}${attributes.replace(/(?:^|\s)t=["']n["']/, "")} t="str"><v>=${formula || UNKNOWN}</v>` : whole,
    );
/** Placeholder for a formula defined in another cell. */
const UNKNOWN = "(no stored result)";

/** Milliseconds of a time beyond its whole second. */
const beyondSecond = (moment: Millis): Millis => ((moment % 1000) + 1000) % 1000;

/** Cells as texts. @param zero day 0 of the workbook; a time of day is a fraction of it */
function textsOf(rows: Cell[][], zero: Millis): string[][] {
  const isParted = (cell: Cell) => cell instanceof Date && beyondSecond(cell.getTime()) > 0 && beyondSecond(cell.getTime()) < 999;
  // The library truncates fractions of a millisecond, so that every third minute is a millisecond short.
  const cutOff = rows.some((row) => row.some(isParted)) ? 0 : 1;
  const cellText = (cell: Cell): string => {
    if (cell === null) return "";
    if (Object.is(cell, -0)) return "-0";
    if (!(cell instanceof Date)) return String(cell);
    if (Number.isNaN(cell.getTime())) return "";
    const time = cell.getTime() + (beyondSecond(cell.getTime()) === 999 ? cutOff : 0);
    if (time >= zero && time < zero + DAY) return new Date(time + 500).toISOString().slice(11, 19);
    const moment = new Date(time >= FIRST_DAY && time < FALSE_LEAP_DAY ? time + DAY : time);
    return moment.toISOString().replace("T00:00:00.000Z", "");
  };
  return rows.map((row) => (row.every((cell) => cell === null) ? [] : row.map(cellText)));
}

/** A workbook whose date system is written as the library expects it. */
const withSystem = (workbook: string): string => workbook.replace(/(?<=\sdate1904=["'])true(?=["'])/, "1");

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const attributeText = (written: string): string => written.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

const sheetTags = (workbook: string): string[] => Array.from(workbook.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g), ([tag]) => tag);

/** Whether a sheet names a relationship that is missing, or one that is there twice: the library would leave it out, or take the last. */
function wouldLoseSheet(workbook: string, relations: string): boolean {
  const ids = Array.from(relations.matchAll(/\sId\s*=\s*["']([^"']*)/g), ([, id]) => id);
  const known = new Set(ids);
  return (
    known.size < ids.length ||
    sheetTags(workbook).some((tag) => {
      const id = /:id\s*=\s*["']([^"']*)/.exec(tag)?.[1];
      return id !== undefined && !known.has(id);
    })
  );
}

/** Sheets hidden in Excel. */
function hiddenIn(workbook: string): Set<string> {
  const hidden = sheetTags(workbook).filter((tag) => /\sstate="(?:hidden|veryHidden)"/.test(tag));
  return new Set(hidden.map((tag) => attributeText(/\sname="([^"]*)"/.exec(tag)?.[1] ?? "")));
}

/** The non-empty sheets of a workbook, in its order, hidden ones last. */
export const openXlsx: FormatReader = async (...work) => {
  const [blob, context] = work;
  const head = await bytesOf(blob.slice(0, 4));
  if (head.byteLength === 4 && new DataView(head).getUint32(0) === OLE) throw new RefusedFile(because("ingest/excelOld"));
  const plain = new ZipWriter();
  let cells = 0;
  let [book, relations] = ["", ""];
  const take = async (name: string, content: Blob) => {
    let text = await content.text();
    // By its content: a relationship may call any part a sheet.
    if (text.includes("sheetData")) {
      if (isAmbiguous(text)) throw damagedWorkbook();
      text = withAddresses(text);
      cells += cellsIn(text);
      if (cells > MAX_CELLS) throw sheetTooLarge();
      text = withTexts(text);
    } else if (/(^|\/)workbook\.xml$/.test(name)) {
      text = withSystem(text);
      book ||= text;
    } else if (/(^|\/)workbook\.xml\.rels$/.test(name)) relations ||= text;
    plain.store(name, [new TextEncoder().encode(text)]);
    context.checkpoint();
  };
  try {
    await unpacked(blob, take, work);
  } catch (error) {
    throw error instanceof DamagedArchive ? damagedWorkbook() : error;
  }
  // The library reports problems of a workbook with many kinds of errors.
  const sheets = await readWorkbook(await bytesOf(plain.finish())).catch(() => {
    throw damagedWorkbook();
  });
  context.checkpoint();
  if (wouldLoseSheet(book, relations) || new Set(sheets.map(({ sheet }) => sheet)).size < sheets.length) throw damagedWorkbook();
  // A sheet of charts has no data.
  const filled = new Map(sheets.filter(({ data }) => data?.length > 0).map(({ sheet, data }) => [sheet, data as unknown as Cell[][]]));
  if (filled.size === 0) throw new RefusedFile(because("ingest/excelEmpty"));
  const hidden = hiddenIn(book);
  const zero = /\sdate1904=["']1["']/.test(book) ? DAY_OF_1904 : FIRST_DAY - DAY;
  const rows = (name: string) => textsOf(filled.get(name) ?? [], zero);
  const names = [...filled.keys()].sort((a, b) => Number(hidden.has(a)) - Number(hidden.has(b)));
  const open = async (name: string) => {
    const texts = rows(name);
    // A text is stored once in a workbook, however many cells it is in.
    checkTextSize({ size: texts.reduce((size, line) => line.reduce((sum, text) => sum + text.length, size), 0) }, "Excel");
    const unsolved = unsolvedColumns(texts.map((line, row) => ({ cells: line, line: row + 1 })));
    return { ...(await cellsContent(texts, "program")), ...(unsolved.length > 0 && { unsolved }) };
  };
  return { kind: "parts", names, open };
};
