import { readDate, readDay } from "./decimal-date";
import { clearForm, LEARNT, LENGTH, readAny, readUnformed } from "./formed-decimal";
import { readDatedPairs, readFormedRows, readPairs } from "./formed-rows";
import { isDate, isDated, lastColumn, NUMBER, PLAN_COLUMN, PLAN_FORM, PLAN_HEAD, YMD } from "./parse-plan";
import { behindDate, clockBytes, clockLimits, clockOf, clockOrder, clockPattern, noteClock, zone } from "./row-clock";
import { beginDates, dateBytes, dateLimits, datePattern, dayPlace, days, monthBase, isInMonth, noteMonth, timeOf } from "./row-date";
import { beginRun, lineBits, lineEnd, lineStep, noteLineEnd, reach, reached } from "./row-run";
import { readShort } from "./short-decimal";

/** Runs of short numbers and plain rows. */

/**
 * Rows between two attempts to settle the forms while one is open; once all are settled, number of rows of other forms that triggers
 * another attempt.
 */
const BLOCK: i32 = 256;
const MAX_OTHERS: i32 = 16;

/**
 * Reads short numbers with one separator or line end between them, up to the first anything else.
 * @param state u32[3]: the last receives the address reached
 * @returns numbers in `values` now
 */
export function readShortList(at: usize, end: usize, separators: usize, point: i32, values: usize, row: i32, most: i32, state: usize): i32 {
  const lineEnds = load<u8>(separators, 10) != 0;
  while (at < end && row < most) {
    const behind = readShort(at, point, values + (<usize>row << 3));
    if (behind == 0 || !load<u8>(separators + <usize>load<u8>(behind))) break;
    at = behind + 1;
    // Second byte of CR LF.
    if (load<u8>(at) == 10 && lineEnds) at++;
    row++;
  }
  store<u32>(state, <u32>at, 8);
  return row;
}

/** Whether a plan's columns are numbers, the first optionally dates, and not separated by runs of blanks. */
export function isShortPlan(plan: usize): bool {
  const width = load<i32>(plan, 8);
  if (width < 1 || load<u32>(plan) == 32) return false;
  const first = load<i32>(plan + PLAN_HEAD);
  if (first != NUMBER && (!isDate(first) || width == 1)) return false;
  for (let column = 1; column < width; column++) if (load<i32>(plan + PLAN_HEAD + <usize>column * PLAN_COLUMN) != NUMBER) return false;
  return true;
}

/** Clears the forms of a plan's numbers. */
export function clearForms(plan: usize): void {
  const last = lastColumn(plan);
  for (let column = plan + PLAN_HEAD; column <= last; column += PLAN_COLUMN) clearForm(column + PLAN_FORM);
}

/** Whether the form of every number of a plan is settled. */
function isSettled(plan: usize): bool {
  const last = lastColumn(plan);
  for (let column = plan + PLAN_HEAD; column <= last; column += PLAN_COLUMN)
    if (load<i32>(column) == NUMBER && load<u32>(column + PLAN_FORM, LENGTH) == 0) return false;
  return true;
}

/** Time of a date with what follows it, or NaN if they do not have the recorded format. */
function momentAt(at: usize): f64 {
  const time = timeOf(at, datePattern(), dateLimits(), dayPlace(), monthBase(), days());
  if (clockBytes() == 1) return time;
  return time + clockOf(at + dateBytes(), clockPattern(), clockLimits(), clockOrder()) - zone();
}

/** Reads rows of numbers of up to eight bytes, in any form. @returns rows read now; `reached` is the position */
function readUnformedRows(at: usize, end: usize, plan: usize, row: i32, most: i32): i32 {
  const delimiter = load<u32>(plan);
  const point = load<i32>(plan, 4);
  const dated = isDated(plan);
  const first = plan + PLAN_HEAD;
  const last = lastColumn(plan);
  const ends = lineEnd();
  const endBits = lineBits();
  while (at < end && row < most) {
    const place = <usize>row << 3;
    let cell = at;
    let column = first;
    if (dated) {
      const time = momentAt(at);
      if (time != time) break;
      store<f64>(<usize>load<u32>(first, 4) + place, time);
      cell += dateBytes() + clockBytes();
      column += PLAN_COLUMN;
    }
    for (; column <= last; column += PLAN_COLUMN) {
      const out = <usize>load<u32>(column, 4) + place;
      const behind = column == last ? readUnformed(cell, point, ends, endBits, out) : readUnformed(cell, point, delimiter, 0xff, out);
      if (behind == 0) break;
      cell = behind + 1;
    }
    if (column <= last) break;
    at = cell + lineStep() - 1;
    row++;
  }
  reach(at);
  return row;
}

/** Reads one row of any numbers and records their forms. @returns address after it, or 0 if the row is not plain */
function learnRow(at: usize, plan: usize, place: usize): usize {
  const delimiter = load<u32>(plan);
  const point = load<i32>(plan, 4);
  const last = lastColumn(plan);
  let column = plan + PLAN_HEAD;
  if (isDated(plan)) {
    const out = <usize>load<u32>(column, 4) + place;
    const order = load<i32>(column) - YMD;
    const behind = readDay(at, order, out);
    if (behind != at + dateBytes()) return 0;
    const start = load<f64>(out);
    const end = readDate(at, order, 1, out);
    if (end == 0 || <u32>load<u8>(end) != delimiter || !noteClock(behind, end, delimiter)) return 0;
    noteMonth(at, start, behindDate());
    at = end + 1;
    column += PLAN_COLUMN;
  }
  for (; column <= last; column += PLAN_COLUMN) {
    at = readAny(at, column + PLAN_FORM, point, <usize>load<u32>(column, 4) + place);
    if (at == 0) return 0;
    if (column == last) break;
    if (<u32>load<u8>(at) != delimiter) return 0;
    at++;
  }
  return noteLineEnd(at);
}

/**
 * Reads rows of a plan that `isShortPlan` accepts, up to the first one with anything but numbers, single delimiters and a line end. Now and
 * then the forms are learned from three rows; the others are read by these forms.
 * @param state u32[3]: the last receives the address reached
 * @returns rows read now
 */
export function readShortRows(at: usize, end: usize, plan: usize, row: i32, state: usize): i32 {
  const most = load<i32>(plan, 12);
  const first = plan + PLAN_HEAD;
  const dated = isDated(plan);
  const alone = first == lastColumn(plan);
  const paired = dated && first + PLAN_COLUMN == lastColumn(plan);
  let learn = <i32>LEARNT;
  let until: i32 = 0;
  let others: i32 = 0;
  let settled = false;
  const order = load<i32>(first) - YMD;
  beginRun();
  if (dated) beginDates(order);
  while (at < end && row < most) {
    if (learn > 0) {
      const behind = learnRow(at, plan, <usize>row << 3);
      if (behind == 0) break;
      at = behind;
      row++;
      learn--;
      until = min(row + BLOCK, most);
      settled = isSettled(plan);
      continue;
    }
    const time = <usize>load<u32>(first, 4) + (<usize>row << 3);
    if (dated && !isInMonth(at) && readDay(at, order, time) == at + dateBytes()) noteMonth(at, load<f64>(time), behindDate());
    let to = until;
    if (settled) {
      const before = row;
      reach(at);
      if (alone) row = readPairs(at, end, plan, row, most);
      else if (paired && clockBytes() == 1) row = readDatedPairs(at, end, plan, row, most);
      at = reached();
      row = readFormedRows(at, end, plan, row, most);
      at = reached();
      // The end of a month stops it too.
      if (dated && row > before && !isInMonth(at)) continue;
      // The row that stopped it is read on its own.
      to = min(row + 1, most);
      others++;
    }
    row = readUnformedRows(at, end, plan, row, to);
    at = reached();
    if (row < to) learn = 1;
    else if (settled ? others == MAX_OTHERS : row == until) {
      learn = LEARNT;
      others = 0;
    }
  }
  store<u32>(state, <u32>at, 8);
  return row;
}
