import { isObject, type JsonObject, nodesOf } from "./json-search";

const MAX_COLUMNS = 40;
const EXAMINED = 50;
const MAX_CELL_LENGTH = 64;
const LINES_AT_ONCE = 4096;

/** Rows under their names; no names where the rows are bare lists. */
interface Table {
  header: readonly string[] | null;
  length: number;
  cell: (row: number, column: number) => unknown;
  width: number;
}

const isScalar = (value: unknown): boolean => typeof value === "number" || typeof value === "string" || value === null;
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text);

function ofObjects(rows: readonly unknown[], dates: readonly string[] | null = null): Table | null {
  const names = new Set<string>();
  for (const row of rows.slice(0, EXAMINED)) {
    if (!isObject(row)) return null;
    for (const [name, value] of Object.entries(row)) if (isScalar(value) && names.size < MAX_COLUMNS) names.add(name);
  }
  if (names.size === 0) return null;
  const keys = [...names];
  const at = (row: number, name: string) => (isObject(rows[row]) ? (rows[row] as JsonObject)[name] : null);
  if (dates === null) {
    return { header: keys, length: rows.length, width: keys.length, cell: (row, column) => at(row, keys[column]) };
  }
  return {
    header: ["Date", ...keys],
    length: rows.length,
    width: keys.length + 1,
    cell: (row, column) => (column === 0 ? dates[row] : at(row, keys[column - 1])),
  };
}

function ofLists(rows: readonly unknown[]): Table | null {
  const [first] = rows;
  if (!Array.isArray(first) || first.length === 0 || !first.every(isScalar)) return null;
  const width = Math.min(first.length, MAX_COLUMNS);
  return { header: null, length: rows.length, width, cell: (row, column) => (rows[row] as unknown[] | undefined)?.[column] };
}

/** Columns beside each other: {"t": […], "c": […]}. */
function ofColumns(node: JsonObject): Table | null {
  const columns = Object.entries(node).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && isScalar(entry[1][0]));
  const length = columns[0]?.[1].length ?? 0;
  const equal = columns.filter(([, values]) => values.length === length).slice(0, MAX_COLUMNS);
  if (length < 2 || equal.length < 2) return null;
  return { header: equal.map(([name]) => name), length, width: equal.length, cell: (row, column) => equal[column][1][row] };
}

function tableOf(node: unknown): Table | null {
  if (Array.isArray(node)) return ofObjects(node) ?? ofLists(node);
  if (!isObject(node)) return null;
  const keys = Object.keys(node);
  // Rows under their dates: {"2026-01-02": {"close": …}}.
  if (keys.length > 1 && keys.slice(0, EXAMINED).every(isDay)) {
    const rows = Object.values(node);
    return (
      ofObjects(rows, keys) ??
      ofObjects(
        rows.map((value) => ({ Value: value })),
        keys,
      )
    );
  }
  return ofColumns(node);
}

function cellText(value: unknown): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  if (typeof value !== "string") return "";
  const text = value.slice(0, MAX_CELL_LENGTH);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The largest table of a JSON document as CSV; null where it holds none. */
export function csvOfJson(document: unknown): Blob | null {
  let largest: Table | null = null;
  for (const node of nodesOf(document)) {
    const table = tableOf(node);
    if (table && table.length > (largest?.length ?? 1)) largest = table;
  }
  return largest && csvOf(largest);
}

function csvOf({ header, length, width, cell }: Table): Blob {
  const pieces: string[] = header ? [`${header.map(cellText).join(",")}\n`] : [];
  let lines = "";
  for (let row = 0; row < length; row++) {
    for (let column = 0; column < width; column++) lines += `${column > 0 ? "," : ""}${cellText(cell(row, column))}`;
    lines += "\n";
    if (row % LINES_AT_ONCE === LINES_AT_ONCE - 1) {
      pieces.push(lines);
      lines = "";
    }
  }
  return new Blob([...pieces, lines]);
}
