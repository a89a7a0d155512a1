/**
 * Layout of the plan that tells the table readers what stands in a text.
 * Head: u32 delimiter, decimal sign, width, most rows, most odd rows, address of line numbers, address of odd rows, 0;
 * then per column: i32 kind, u32 address of values, f64 times, f64 by.
 */
export const PLAN_HEAD: usize = 32;
export const PLAN_COLUMN: usize = 24;

/** Kind of a column that holds plain numbers. */
export const NUMBER: i32 = 1;
