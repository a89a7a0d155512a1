import { expect } from "vitest";

type Column = ArrayLike<unknown>;

const isTyped = (value: unknown): value is Column => ArrayBuffer.isView(value) && !(value instanceof DataView);

function sameValues(a: Column, b: Column): boolean {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** Whether both columns contain the same values, all of them numbers. */
function sameNumbers(a: Column, b: Column): boolean {
  for (let i = 0; i < a.length; i++) if (typeof a[i] !== "number" || !Object.is(a[i], b[i])) return false;
  return true;
}

// Compares columns like `toEqual`, but value by value: the generic walk takes a microsecond or more per value, and columns are long. As
// there, 0 and -0 differ and NaN equals NaN. Unequal columns are left to `toEqual`, which reports the difference.
expect.addEqualityTesters([
  (a: unknown, b: unknown) => {
    if (isTyped(a) && isTyped(b) && a.constructor === b.constructor) return a.length === b.length && sameValues(a, b);
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.length > 0 && sameNumbers(a, b)) return true;
    return undefined;
  },
]);
