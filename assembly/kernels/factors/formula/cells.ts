/** Codes of the binary operators. The same numbers are in `workers/factors/formula/functions.ts`. */
export const ADD = 0;
export const SUBTRACT = 1;
export const MULTIPLY = 2;
export const DIVIDE = 3;
export const POWER = 4;
export const LESSER = 5;
export const GREATER = 6;
export const BELOW = 7;
export const AT_MOST = 8;
export const ABOVE = 9;
export const AT_LEAST = 10;
export const EQUAL = 11;
export const UNEQUAL = 12;
export const SIGNED_POWER = 13;

/** Codes of the unary functions. */
export const NEGATE = 0;
export const LOGARITHM = 1;
export const MAGNITUDE = 2;
export const SIGN = 3;

/** Non-finite numbers are missing. */
// @ts-ignore: decorator
@inline
function known(value: f64): f64 {
  return isFinite(value) ? value : NaN;
}

function ofTwo(a: f64, b: f64, operator: i32): f64 {
  switch (operator) {
    case ADD:
      return a + b;
    case SUBTRACT:
      return a - b;
    case MULTIPLY:
      return a * b;
    case DIVIDE:
      return a / b;
    case POWER:
      return Math.pow(a, b);
    case LESSER:
      return a < b ? a : b;
    case GREATER:
      return a > b ? a : b;
    case BELOW:
      return a < b ? 1 : 0;
    case AT_MOST:
      return a <= b ? 1 : 0;
    case ABOVE:
      return a > b ? 1 : 0;
    case AT_LEAST:
      return a >= b ? 1 : 0;
    case EQUAL:
      return a == b ? 1 : 0;
    case UNEQUAL:
      return a != b ? 1 : 0;
    default:
      return a < 0 ? -Math.pow(-a, b) : a > 0 ? Math.pow(a, b) : 0;
  }
}

/**
 * Combines two columns element by element; comparisons give 1 or 0; NaN where either is missing or the result is not finite. out may be
 * either input.
 * @formula out[t] = a[t] operator b[t]; signed power: sign(a) |a|^b
 * @source IEEE 754; Kakushadze (2016), 101 Formulaic Alphas
 * @tolerance plain twin, 1e-11
 * @param operator one of the numbers above
 */
export function combineCells(a: usize, b: usize, from: i32, to: i32, operator: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const left = load<f64>(a + at);
    const right = load<f64>(b + at);
    store<f64>(out + at, isNaN(left) || isNaN(right) ? NaN : known(ofTwo(left, right, operator)));
  }
}

/** out[t] = function of values[t]; NaN where that is missing or not finite. out may be values. */
export function transformCells(values: usize, from: i32, to: i32, operator: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const value = load<f64>(values + at);
    let result: f64 = NaN;
    if (operator == NEGATE) result = -value;
    else if (operator == LOGARITHM) result = value > 0 ? Math.log(value) : NaN;
    else if (operator == MAGNITUDE) result = Math.abs(value);
    else result = value > 0 ? 1 : value < 0 ? -1 : value == 0 ? 0 : NaN;
    store<f64>(out + at, known(result));
  }
}

/** out[t] = yes[t] where condition[t] is not 0, no[t] where it is 0, NaN where it is missing. out may be any of them. */
export function chooseCells(condition: usize, yes: usize, no: usize, from: i32, to: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const which = load<f64>(condition + at);
    store<f64>(out + at, isNaN(which) ? NaN : load<f64>((which != 0 ? yes : no) + at));
  }
}

/** out[t] = value. */
export function fillCells(out: usize, from: i32, to: i32, value: f64): void {
  for (let t = from; t < to; t++) store<f64>(out + (<usize>t << 3), value);
}

/** out[t] = values[t - lag], NaN where there is no such step. A negative lag looks ahead: the look-ahead test must be able to detect it. */
export function shiftCells(values: usize, n: i32, from: i32, to: i32, lag: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const source = t - lag;
    store<f64>(out + (<usize>t << 3), source >= 0 && source < n ? load<f64>(values + (<usize>source << 3)) : NaN);
  }
}

/** Sum of |values| over [from, to), skipping missing values. */
export function sumMagnitudes(values: usize, from: i32, to: i32): f64 {
  let sum: f64 = 0;
  for (let t = from; t < to; t++) {
    const value = load<f64>(values + (<usize>t << 3));
    if (!isNaN(value)) sum += Math.abs(value);
  }
  return sum;
}

/** First index in [from, to) at which two columns differ, NaN counting as equal to NaN; -1 if none. */
export function firstDifference(a: usize, b: usize, from: i32, to: i32): i32 {
  for (let t = from; t < to; t++) {
    const left = load<f64>(a + (<usize>t << 3));
    const right = load<f64>(b + (<usize>t << 3));
    if (left != right && !(isNaN(left) && isNaN(right))) return t;
  }
  return -1;
}
