/**
 * Layout of the plan that describes a text to the table readers. Head: u32 delimiter, decimal sign, width, most rows, most odd rows,
 * address of line numbers, address of odd rows, 0; then per column: i32 kind, u32 address of values, f64 times, f64 by, and 80 bytes for
 * the form of its numbers (formed-decimal.ts).
 */
export const PLAN_HEAD: usize = 32;
export const PLAN_COLUMN: usize = 104;
export const PLAN_FORM: usize = 24;

/** Kind of a column of plain numbers. */
export const NUMBER: i32 = 1;
/** Kinds of date columns: yyyy-mm-dd, followed by the other orders of `readDay`. */
export const YMD: i32 = 2;
const MDY: i32 = 5;

/** Whether a kind is a date in digits. */
@inline
export function isDate(kind: i32): bool {
  return kind >= YMD && kind <= MDY;
}

/** Whether a plan's first column is such a date. */
@inline
export function isDated(plan: usize): bool {
  return isDate(load<i32>(plan + PLAN_HEAD));
}

@inline
export function lastColumn(plan: usize): usize {
  return plan + PLAN_HEAD + <usize>(load<i32>(plan, 8) - 1) * PLAN_COLUMN;
}
