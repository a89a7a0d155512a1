/** The value of a cell in a table of results. */
export type Cell = number | string | boolean | null;
export type Row = Record<string, Cell>;

/** Lists of up to this many items become cells, one per item; longer lists are omitted like columns, and so are items without names. */
const MAX_ITEMS = 16;
/** What differs from run to run, is only a preview, or repeats the question. */
const LEFT_OUT: ReadonlySet<string> = new Set(["elapsed", "millis", "loadedAt", "preview", "settings", "strategy"]);

const isCell = (value: unknown): value is Cell => value === null || ["number", "string", "boolean"].includes(typeof value);
/** Keys whose value names an item of a list: { key: "omega", value: … }. */
const NAMES = ["key", "name", "label"] as const;

const nameOf = (item: unknown, place: number): string | null => {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return String(place + 1);
  const named = NAMES.map((name) => (item as Record<string, unknown>)[name]).find((name) => typeof name === "string");
  return typeof named === "string" ? named.replaceAll(".", "_") : null;
};

function putList(row: Row, path: string, items: readonly unknown[]): void {
  if (items.length > 0 && items.every((item) => typeof item === "string")) row[path] = items.join(" ");
  else if (items.length <= MAX_ITEMS) {
    for (const [place, item] of items.entries()) {
      const name = nameOf(item, place);
      if (name !== null) put(row, `${path}.${name}`, item);
    }
  }
}

function put(row: Row, path: string, value: unknown): void {
  if (isCell(value)) row[path] = value;
  else if (ArrayBuffer.isView(value)) return;
  else if (Array.isArray(value)) putList(row, path, value);
  else if (typeof value === "object" && value !== null) {
    const fields = value as Record<string, unknown>;
    const named = NAMES.find((name) => name in fields && path.endsWith(`.${fields[name]}`));
    for (const name of Object.keys(fields)) {
      if (!LEFT_OUT.has(name) && name !== named) put(row, path ? `${path}.${name}` : name, fields[name]);
    }
  }
}

/**
 * Puts every figure of an answer into a row by its path, "fit.persistence"; columns are omitted, since the table has one row per series.
 * @returns the given row, since copying one with a hundred names is slow
 */
export function flatRow(value: unknown, row: Row = {}): Row {
  put(row, "", value);
  return row;
}
