/** Columns from this length on are let go; shorter ones cost nothing and may stay. */
export const LONG = 100_000;

export const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/**
 * Takes the long columns out of a result that nobody shows any more. Frameworks keep what was drawn before the last drawing, and the
 * closures of its buttons, for as long as nothing newer is drawn in the same place; with columns in them, that is several results more
 * than the one that is shown. The columns themselves are left as they are: whoever holds one of them keeps it.
 */
export function releaseColumns(result: object): void {
  for (const [name, value] of Object.entries(result)) {
    if (typeof value !== "object" || value === null) continue;
    if (value instanceof Float64Array && value.length >= LONG) Object.assign(result, { [name]: new Float64Array(0) });
    else if (isPlain(value)) releaseColumns(value);
  }
}
