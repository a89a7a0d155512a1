/** Every number of a result that is not a column, with its path. */
export function numbersOf(value: unknown, path = ""): [string, number][] {
  if (typeof value === "number") return [[path, value]];
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => numbersOf(part, `${path}.${key}`));
}
