import { ParseListBlock } from "../../build/layouts/ingest";
import { readDecimal } from "../../lib/decimal";
import { DAY, readClock, readDate } from "../../lib/decimal-date";
import { NUMBER, PLAN_COLUMN, PLAN_HEAD } from "../../lib/parse-plan";
import { clearForms, isShortPlan, readShortList, readShortRows } from "../../lib/short-rows";

const LF: u32 = 10;
const CR: u32 = 13;
const TAB: u32 = 9;
const SPACE: u32 = 32;
const QUOTE: u32 = 34;
const POINT: i32 = 46;
/** Largest number of rows, or list values, read by the general reader before the fast one for short numbers is tried again. */
const PATIENCE: i32 = 256;

// Other column kinds, as in the plan.
const SKIPPED: i32 = 0;
const EPOCH: i32 = 6;
const EXCEL: i32 = 7;

const EXCEL_EPOCH: f64 = 25569;
/** Largest ECMAScript date: 100 million days after 1970. */
const LAST_MOMENT: f64 = 8.64e15;

/** Address of the first byte of the next line. */
@inline
function nextLine(at: usize): usize {
  return load<u8>(at) == <u8>CR && load<u8>(at, 1) == <u8>LF ? at + 2 : at + 1;
}

@inline
function isLineEnd(byte: u32): bool {
  return byte == LF || byte == CR;
}

/** Parses a date or a time of day into `out`; returns the address after it, or 0 if it is not plain. */
function readMoment(at: usize, column: usize, spaced: i32, out: usize): usize {
  const kind = load<i32>(column);
  if (kind < EPOCH) return readDate(at, kind - 2, spaced, out);
  if (kind > EXCEL) return readClock(at, out);
  at = readDecimal(at, POINT, out);
  const value = load<f64>(out);
  const time = kind == EPOCH ? (value * load<f64>(column, 8)) / load<f64>(column, 16) : Math.floor((value - EXCEL_EPOCH) * DAY + 0.5);
  store<f64>(out, time);
  return Math.abs(time) <= LAST_MOMENT ? at : 0;
}

/** Address after a skipped cell, or 0 if it contains a quote. */
@inline
function behindCell(at: usize, delimiter: u32): usize {
  let byte = <u32>load<u8>(at);
  while (byte != delimiter && byte != QUOTE && !isLineEnd(byte) && !(delimiter == SPACE && byte == TAB)) byte = <u32>load<u8>(++at);
  return byte == QUOTE ? 0 : at;
}

/** Parses one cell into row `row` of its column; returns the address after it, or 0 if it is not plain. */
@inline
function readCell(at: usize, column: usize, row: i32, point: i32, delimiter: u32): usize {
  const kind = load<i32>(column);
  if (kind == SKIPPED) return behindCell(at, delimiter);
  const out = <usize>load<u32>(column, 4) + (<usize>row << 3);
  return kind == NUMBER ? readDecimal(at, point, out) : readMoment(at, column, i32(delimiter != SPACE), out);
}

/** Adds an entry to the list of odd rows the caller must parse: row number, first byte and end of its text. */
function noteOdd(entry: usize, row: i32, from: usize, to: usize): void {
  store<u32>(entry, row);
  store<u32>(entry, <u32>from, 4);
  store<u32>(entry, <u32>to, 8);
}

/**
 * Reads rows of a delimited table without quotes, one per line, into columns of doubles. A row that is not entirely plain (an empty or
 * formatted number, a different number of cells, a quote) keeps its position in the columns and is listed as odd, for the caller to parse.
 * @param text address of the bytes; text[to - 1] ends a line and is followed by zeros
 * @param plan laid out as in lib/parse-plan.ts; kinds: 0 not read, 1 number, 2 yyyy-mm-dd, 3 yyyymmdd, 4 dd/mm/yyyy, 5 mm/dd/yyyy, 6 value
 * · times / by, 7 days since 1900 as in spreadsheets, 8 time of day, added to the date of an earlier column. Line numbers are u32[2] for
 * the first row and after each gap: row, line; odd rows u32[3]: row, first byte, end (exclusive).
 * @param state u32[4]: line number of text[from], updated; outputs: number of odd rows, position in the text where parsing stopped, number
 * of line-number entries
 * @returns rows read, odd ones included; fewer than the text holds if the plan's buffers are full
 */
export function parseTable(text: usize, from: i32, to: i32, plan: usize, state: usize): i32 {
  const delimiter = load<u32>(plan);
  const point = load<i32>(plan, 4);
  const width = load<i32>(plan, 8);
  const mostRows = load<i32>(plan, 12);
  const mostOdd = load<i32>(plan, 16);
  const lines = <usize>load<u32>(plan, 20);
  const odds = <usize>load<u32>(plan, 24);
  const runs = delimiter == SPACE;
  const blank = delimiter == TAB ? SPACE : TAB;
  const end = text + to;
  let at = text + from;
  let line = load<u32>(state);
  let rows: i32 = 0;
  let odd: i32 = 0;
  let noted = lines;
  store<u32>(noted, 0);
  store<u32>(noted, line, 4);
  const short = isShortPlan(plan);
  if (short) clearForms(plan);
  let later: i32 = 0;
  let patience: i32 = 0;
  while (at < end && rows < mostRows && odd < mostOdd) {
    if (short && rows >= later) {
      const read = readShortRows(at, end, plan, rows, state);
      at = <usize>load<u32>(state, 8);
      patience = read == rows ? min(2 * patience + 1, PATIENCE) : 0;
      later = read + patience;
      line += read - rows;
      rows = read;
      if (at >= end || rows == mostRows) break;
    }
    const start = at;
    let byte = <u32>load<u8>(at);
    while (byte == SPACE || byte == blank) byte = <u32>load<u8>(++at);
    if (isLineEnd(byte)) {
      at = nextLine(at);
      line++;
      if (load<u32>(noted) != <u32>rows) noted += 8;
      store<u32>(noted, rows);
      store<u32>(noted, line, 4);
      continue;
    }
    let plain = true;
    let column = plan + PLAN_HEAD;
    for (let cell = 0; cell < width; cell++) {
      while (load<u8>(at) == <u8>SPACE) at++;
      const behind = readCell(at, column, rows, point, delimiter);
      plain = behind != 0;
      if (!plain) break;
      at = behind;
      byte = <u32>load<u8>(at);
      const reached = at;
      while (byte == SPACE || (runs && byte == TAB)) byte = <u32>load<u8>(++at);
      column += PLAN_COLUMN;
      if (cell + 1 == width) break;
      if (runs) plain = at > reached && !isLineEnd(byte);
      else plain = byte == delimiter;
      if (!plain) break;
      if (!runs) at++;
    }
    if (plain && byte == delimiter && !runs) {
      byte = <u32>load<u8>(++at);
      while (byte == SPACE) byte = <u32>load<u8>(++at);
    }
    if (!plain || !isLineEnd(byte)) {
      byte = <u32>load<u8>(at);
      while (!isLineEnd(byte)) byte = <u32>load<u8>(++at);
      noteOdd(odds + <usize>(odd++) * 12, rows, start - text, at - text);
    }
    rows++;
    line++;
    at = nextLine(at);
  }
  store<u32>(state, line);
  store<u32>(state, odd, 4);
  store<u32>(state, <u32>(at - text), 8);
  store<u32>(state, <u32>((noted - lines) >> 3) + 1, 12);
  return rows;
}

/**
 * Reads a list of numbers separated by any run of separators; anything but a plain number keeps its position and is listed as odd.
 * @param block `ParseListBlock`, declared in assembly/layouts/ingest.mjs
 * @returns values read, odd ones included
 */
export function parseList(block: usize, from: i32, to: i32): i32 {
  const given = changetype<ParseListBlock>(block);
  const text = given.text;
  const separators = given.separators;
  const point = given.point;
  const values = given.values;
  const mostRows = given.mostRows;
  const odds = given.odds;
  const mostOdd = given.mostOdd;
  const state = given.state;
  const end = text + to;
  let at = text + from;
  let rows: i32 = 0;
  let odd: i32 = 0;
  while (at < end && rows < mostRows && odd < mostOdd) {
    rows = readShortList(at, end, separators, point, values, rows, mostRows, state);
    at = <usize>load<u32>(state, 8);
    // A number that is not short is usually followed by more of its kind.
    const until = min(rows + PATIENCE, mostRows);
    while (rows < until && odd < mostOdd) {
      while (at < end && load<u8>(separators + <usize>load<u8>(at))) at++;
      if (at >= end) break;
      const start = at;
      const behind = readDecimal(at, point, values + (<usize>rows << 3));
      if (behind != 0 && load<u8>(separators + <usize>load<u8>(behind))) {
        at = behind;
      } else {
        while (!load<u8>(separators + <usize>load<u8>(at))) at++;
        noteOdd(odds + <usize>(odd++) * 12, rows, start - text, at - text);
      }
      rows++;
    }
  }
  store<u32>(state, odd, 4);
  store<u32>(state, <u32>(at - text), 8);
  return rows;
}
