import { csvOfCells } from "./cells";
import { isObject, type JsonObject, nodesOf } from "./json-search";

const MAX_COLUMNS = 500;
const EXAMINED = 50;
const MAX_CELL_LENGTH = 64;
/** Maximum nesting of objects within a row that contribute columns: the prices of a candle, quotes in a currency. */
const MAX_WITHIN = 2;

/** Rows with column names; no names if the rows are bare lists. */
interface Table {
  header: readonly string[] | null;
  length: number;
  cell: (row: number, column: number) => unknown;
  width: number;
}

type Named = readonly [name: string, values: readonly unknown[]];

const isScalar = (value: unknown): boolean => typeof value === "number" || typeof value === "string" || value === null;
const isScalars = (value: unknown): value is unknown[] => Array.isArray(value) && isScalar(value[0]);
/**
 * A date, milliseconds since 1970, or seconds with minute precision, or nanoseconds with second precision: other numbers of this length are
 * not times.
 */
const isMoment = (text: string): boolean =>
  /^(\d{4}-\d{2}-\d{2}|-?\d{11,13}$)/.test(text) ||
  (/^\d{9,10}$/.test(text) && Number(text) % 60 === 0) ||
  /^\d{9,10}0{6}(000)?$/.test(text);
/** .NET's format of times: /Date(1704153600000)/. */
const NET_DATE = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;
/** Column names as in tables: without the numbers of "4. close"; in bars with one-letter names, "t" is the time. */
const named = (names: readonly string[]): string[] =>
  names.map((name) => (name === "t" && names.includes("c") ? "time" : name.replace(/^\d+[a-z]?\. /, "")));

/** Columns, the first of which has a value in every row. */
const ofNamed = (columns: readonly Named[]): Table => ({
  header: named(columns.map(([name]) => name)),
  length: columns[0][1].length,
  width: columns.length,
  cell: (row, column) => columns[column][1][row],
});

type Path = readonly string[];

/**
 * Whether an object within a row holds figures, such as the prices of a bar; other objects describe the row.
 * @param levels maximum nesting
 */
const areFigures = (value: unknown, levels: number): value is JsonObject =>
  levels > 0 &&
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((inner) => areFigures(inner, levels - 1) || isFigure(inner));
const isFigure = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && value !== "" && Number.isFinite(Number(value)));

/** A value in MongoDB's extended JSON, whose objects name its type: {"$date": {"$numberLong": "1704153600000"}}. */
function plain(value: unknown, levels = MAX_WITHIN): unknown {
  const [type, ...others] = levels > 0 && isObject(value) ? Object.keys(value) : [];
  return type?.startsWith("$") && others.length === 0 ? plain((value as JsonObject)[type], levels - 1) : value;
}

/** Adds the paths to the cells of a row, by column name: the innermost key unless it is taken. */
function addPaths(paths: Map<string, Path>, row: JsonObject, before: Path = []): void {
  for (const [name, written] of Object.entries(row)) {
    const value = plain(written);
    if (paths.size >= MAX_COLUMNS) return;
    const path = [...before, name];
    if (areFigures(value, MAX_WITHIN - before.length)) addPaths(paths, value, path);
    if (!isScalar(value)) continue;
    const taken = paths.get(name);
    paths.set(taken && taken.join() !== path.join() ? path.join(".") : name, path);
  }
}

function ofObjects(rows: readonly unknown[], dates: readonly string[] | null = null): Table | null {
  const paths = new Map<string, Path>();
  for (const row of rows.slice(0, EXAMINED)) {
    if (!isObject(row)) return null;
    addPaths(paths, row);
  }
  if (paths.size === 0) return null;
  const keys = [...paths.keys()];
  const ways = [...paths.values()];
  const shift = dates === null ? 0 : 1;
  const at = (row: number, path: Path) => path.reduce<unknown>((node, name) => (isObject(node) ? plain(node[name]) : null), rows[row]);
  return {
    header: [...(dates ? ["Date"] : []), ...named(keys)],
    length: rows.length,
    width: keys.length + shift,
    cell: (row, column) => (dates && column === 0 ? dates[row] : at(row, ways[column - shift])),
  };
}

/** Lists with undocumented column names, identified by their width and by where times, texts and counts are. */
const UNNAMED_LISTS: readonly { fits: (row: readonly unknown[]) => boolean; header: readonly string[] }[] = [
  {
    // Binance, klines
    fits: (row) => row.length === 12 && Number(row[0]) > 1e11 && Number(row[6]) > 1e11,
    header: [
      ...["Open time", "Open", "High", "Low", "Close", "Volume", "Close time", "Quote asset volume", "Number of trades"],
      ...["Taker buy base asset volume", "Taker buy quote asset volume", "Ignore"],
    ],
  },
  {
    // Kraken, OHLC
    fits: (row) => row.length === 8 && Number(row[0]) < 1e11 && typeof row[1] === "string" && typeof row[7] === "number",
    header: ["Time", "Open", "High", "Low", "Close", "Weighted average", "Volume", "Count"],
  },
];

function ofLists(rows: readonly unknown[], header: readonly string[] | null = null): Table | null {
  const [first] = rows;
  if (!Array.isArray(first) || first.length === 0 || !first.every(isScalar)) return null;
  const width = Math.min(first.length, MAX_COLUMNS);
  const known = header ?? UNNAMED_LISTS.find(({ fits }) => fits(first))?.header ?? null;
  return { header: known, length: rows.length, width, cell: (row, column) => (rows[row] as unknown[] | undefined)?.[column] };
}

const isNumbers = (values: unknown): values is unknown[] =>
  isScalars(values) &&
  values.length > 1 &&
  values.slice(0, EXAMINED).every((value) => typeof value !== "string" || Number.isFinite(Number(value)));

/** A document with a single list of numbers, bare or under a key. */
function ofNumbers(document: unknown): Table | null {
  const lists: Named[] = isObject(document)
    ? Object.entries(document).filter((entry): entry is [string, unknown[]] => isNumbers(entry[1]))
    : isNumbers(document)
      ? [["Value", document]]
      : [];
  return lists.length === 1 ? ofNamed(lists) : null;
}

/** Parallel columns: {"t": […], "c": […]}. */
function ofColumns(node: JsonObject): Table | null {
  const columns = Object.entries(node).filter((entry): entry is [string, unknown[]] => isScalars(entry[1]));
  const length = columns[0]?.[1].length ?? 0;
  const equal = columns.filter(([, values]) => values.length === length).slice(0, MAX_COLUMNS);
  return length < 2 || equal.length < 2 ? null : ofNamed(equal);
}

/** A Yahoo chart: times beside indicators, whose columns are nested deeper. */
function ofChart({ timestamp, indicators }: JsonObject): Table | null {
  if (!isScalars(timestamp) || !isObject(indicators)) return null;
  const columns = Object.values(indicators)
    .flatMap((sets) => (Array.isArray(sets) && isObject(sets[0]) ? Object.entries(sets[0]) : []))
    .filter((entry): entry is [string, unknown[]] => isScalars(entry[1]) && entry[1].length === timestamp.length);
  return columns.length === 0 ? null : ofNamed([["timestamp", timestamp], ...columns]);
}

/** A pandas DataFrame, in the orientations "split" and "columns". */
function ofFrame(node: JsonObject): Table | null {
  const { columns, index, data } = node;
  if (isScalars(columns) && Array.isArray(data)) {
    const table = ofLists(data, columns.map(String));
    if (!table || !isScalars(index)) return table;
    const dated = isMoment(String(index[0])) ? "Date" : "index";
    const { header, width, cell } = table;
    return {
      ...table,
      header: [dated, ...(header ?? [])],
      width: width + 1,
      cell: (row, column) => (column === 0 ? index[row] : cell(row, column - 1)),
    };
  }
  const entries = Object.entries(node).slice(0, MAX_COLUMNS);
  const inner = entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  const keys = Object.keys(inner[0]?.[1] ?? {});
  if (inner.length < entries.length || keys.length < 2) return null;
  const dated = keys.slice(0, EXAMINED).every(isMoment);
  const alike = inner.every(([, values]) => isScalar(values[keys[0]]) && values[keys[0]] !== undefined);
  if (!alike || !(dated || keys.slice(0, EXAMINED).every((key, row) => key === String(row)))) return null;
  const own = inner.map(([name, values]) => [name, keys.map((key) => values[key])] as const);
  return ofNamed(dated ? [["Date", keys], ...own] : own);
}

function tableOf(node: unknown): Table | null {
  if (Array.isArray(node)) return ofObjects(node) ?? ofLists(node);
  if (!isObject(node)) return null;
  const keys = Object.keys(node);
  // Rows keyed by date: {"2026-01-02": {"close": …}}.
  if (keys.length > 1 && keys.slice(0, EXAMINED).every(isMoment)) {
    const rows = Object.values(node);
    return (
      ofObjects(rows, keys) ??
      ofObjects(
        rows.map((value) => ({ Value: value })),
        keys,
      )
    );
  }
  return ofChart(node) ?? ofFrame(node) ?? ofColumns(node);
}

function cellText(value: unknown): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  if (typeof value !== "string") return "";
  const moment = value.startsWith("/") ? NET_DATE.exec(value)?.[1] : undefined;
  return moment === undefined ? value.slice(0, MAX_CELL_LENGTH) : new Date(Number(moment)).toISOString();
}

/** The largest table of a JSON document as CSV; null if there is none. */
export function csvOfJson(document: unknown): Blob | null {
  let largest: Table | null = null;
  for (const node of nodesOf(document)) {
    const table = tableOf(node);
    if (table && table.length > (largest?.length ?? 1)) largest = table;
  }
  largest ??= ofNumbers(document);
  return largest && csvOfCells(linesOf(largest));
}

function* linesOf({ header, length, width, cell }: Table): Generator<string[]> {
  if (header) yield header.map(cellText);
  for (let row = 0; row < length; row++) yield Array.from({ length: width }, (_, column) => cellText(cell(row, column)));
}
