/** Minimum length of columns that are released; shorter ones cost nothing. */
export const LONG = 100_000;

export const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/**
 * Removes the long columns from a result that is no longer shown. React keeps the previous render and its closures until something newer is
 * rendered in the same place; with columns in them, several results would be retained besides the one shown. The columns themselves are not
 * changed: code that references one directly keeps it.
 */
export function releaseColumns(result: object): void {
  for (const [name, value] of Object.entries(result)) {
    if (typeof value !== "object" || value === null) continue;
    if (value instanceof Float64Array && value.length >= LONG) Object.assign(result, { [name]: new Float64Array(0) });
    else if (isPlain(value)) releaseColumns(value);
  }
}
