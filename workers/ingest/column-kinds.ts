import { isReturn } from "../analyzed-column";
import type { ColumnUse, DecimalSign } from "../contract";
import { daysOf, NAMES_DATES, OTHER_ORDER, type PlacedDates, sniffDates } from "./date-format";
import { dateParts } from "./date-parts";
import { isBlank, parseNumber } from "./number-format";
import type { PlannedColumn, ReadOptions } from "./plan";
import type { Preset } from "./preset-table";
import { plainName } from "./presets";
import type { TextRecord } from "./records";
import { parseClock } from "./time-of-day";

/** Minimum share of a column's cells that must be of one kind. */
const MIN_SHARE = 0.8;
export const HALF = 0.5;
export const PRIMARY = /price|value|close|amount/i;
export const SYMBOL = /^<?(symbol|ticker|tic|isin|ric|instrument|asset|security|stock|name)>?$/i;
const EVENTS: [RegExp, NonNullable<PlannedColumn["event"]>][] = [
  [/^(stock )?splits?$|^split[ _-]?(ratio|factor|coefficient)$/i, "split"],
  [/^div(idend)?s?\.?$|^dividend[ _-]?amount$/i, "dividend"],
];

export type Kind = "number" | "date" | "clock" | "counter" | "text" | "unsolved";

/** Share of cells that pass the test; 0 if there are none. */
export const fraction = (cells: string[], test: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length;

/** The non-empty cells of a column. */
export const columnCells = (rows: TextRecord[], index: number): string[] =>
  rows.map(({ cells }) => cells[index] ?? "").filter((cell) => !isBlank(cell));

const GIVEN: Partial<Record<ColumnUse, Kind>> = { date: "date", time: "clock", symbol: "text", ignored: "text" };

interface KindsOf {
  rows: TextRecord[];
  width: number;
  decimal: DecimalSign;
  headerText: (index: number) => string;
  preset?: Preset;
}

const isTime = (cell: string): boolean => cell.includes(":") && !Number.isNaN(parseClock(cell));

/** Times of day in digits alone, 093000 or 0930, which only the name of their column distinguishes from numbers. */
const areCompactTimes = (cells: readonly string[], header: string): boolean =>
  plainName(header) === "time" &&
  cells.length > 0 &&
  [/^\d{5,6}$/, /^\d{3,4}$/].some((form) => cells.every((cell) => form.test(cell) && !Number.isNaN(parseClock(cell))));

/** Whether only the column's name identifies digits as times of day: no leading zeros, and no date in several rows. */
export function isClockAssumed(rows: TextRecord[], { index }: PlacedDates, clock: number): boolean {
  const [times, dates] = [columnCells(rows, clock), columnCells(rows, index)];
  return times.every((cell) => /^[1-9]\d+$/.test(cell)) && new Set(dates).size === dates.length;
}

/**
 * The kind of each column, as chosen, otherwise inferred from its cells. The date column is the first one whose cells read as distinct
 * dates.
 */
export function columnKinds(
  { rows, width, decimal, headerText, preset }: KindsOf,
  { uses, dateOrder, assumed, panel }: ReadOptions,
): { kinds: Kind[]; date: PlacedDates | null } {
  const found: PlacedDates[] = [];
  const order = assumed?.dateOrder ?? preset?.dateOrder;
  const given = uses?.includes("date") ?? false;
  const kinds = Array.from({ length: width }, (_, index): Kind => {
    const cells = columnCells(rows, index);
    const use = uses?.[index];
    if (use && use !== "date") return GIVEN[use] ?? "number";
    if (!use && found.length > 0 && areCompactTimes(cells, headerText(index))) return "clock";
    const dates = width === 1 || (given && !use) ? null : sniffDates(cells, use ?? headerText(index), index === 0, dateOrder);
    const kind = dates && !dates.settled && OTHER_ORDER[dates.kind] ? (order ?? dates.kind) : dates?.kind;
    if (dates && kind) found.push({ ...dates, kind, index, ...daysOf(cells, kind) });
    if (dates || use) return "text";
    if (cells.length > 0 && fraction(cells, isTime) >= MIN_SHARE) return "clock";
    // A symbol that begins after the examined rows; one without any value is omitted in the end.
    if (panel && cells.length === 0) return "number";
    const numbers = fraction(cells, (cell) => !Number.isNaN(parseNumber(cell, decimal)));
    return numbers >= HALF || (numbers > 0 && PRIMARY.test(headerText(index))) ? "number" : "text";
  });
  const date = dateColumn(kinds.includes("clock") ? found : withoutOneDay(rows, found), headerText);
  if (date) kinds[date.index] = "date";
  // A column of years may have its months in another column.
  if ((date && date.kind !== "year") || width < 3) return { kinds, date };
  const inParts = dateParts(
    rows,
    Array.from({ length: width }, (_, index) => headerText(index)),
    uses,
  );
  for (const index of inParts?.parts ?? []) kinds[index] = "text";
  if (inParts) kinds[inParts.index] = "date";
  return { kinds, date: inParts ?? date };
}

/** A download date is the same in all rows and comes before the rows' own dates. */
function withoutOneDay(rows: TextRecord[], found: PlacedDates[]): PlacedDates[] {
  const others = found.filter(({ index }) => !areOneDay(rows, index));
  return others.length > 0 ? others : found;
}

/** The first column that reads as dates; one of bare digits, such as order numbers, only if no column is named as a date. */
function dateColumn(found: readonly PlacedDates[], headerText: (index: number) => string): PlacedDates | null {
  const isNamed = ({ index }: PlacedDates) => NAMES_DATES.test(headerText(index));
  const [first = null] = found;
  return first?.kind === "compact" && !isNamed(first) ? (found.find(isNamed) ?? first) : first;
}

function areOneDay(rows: TextRecord[], index: number): boolean {
  const cells = columnCells(rows, index);
  return cells.length > 1 && new Set(cells).size === 1;
}

/** Whether a column gives each name once, above the rows it applies to, as merged cells of a sheet do. */
function isOutline(rows: TextRecord[], index: number): boolean {
  const isFilled = ({ cells }: TextRecord) => !isBlank(cells[index] ?? "");
  return rows.length > 1 && isFilled(rows[0]) && rows.filter(isFilled).length < HALF * rows.length;
}

/** The symbol column of dated rows: the chosen one, otherwise by name. */
export function symbolColumn(kinds: readonly Kind[], names: readonly string[], rows: TextRecord[], { uses, symbol: wanted }: ReadOptions) {
  const chosen = uses?.indexOf("symbol") ?? -1;
  const named = kinds.findIndex((kind, column) => kind === "text" && !uses?.[column] && SYMBOL.test(names[column].trim()));
  const index = chosen >= 0 && chosen < kinds.length ? chosen : named;
  return index < 0 ? undefined : { index, wanted, ...(isOutline(rows, index) && { outline: true }) };
}

/** Whether a numeric column contains splits or dividends: as chosen, otherwise by name. */
export function eventOf(name: string, use: ColumnUse | null | undefined): PlannedColumn["event"] {
  if (use === "split" || use === "dividend") return use;
  return use ? undefined : EVENTS.find(([pattern]) => pattern.test(name.trim()))?.[1];
}

/**
 * Whether empty cells of a column are filled with the value before: not for volumes, returns and events, which a day without a price does
 * not repeat.
 */
export const isFilled = ({ role, event }: Pick<PlannedColumn, "role" | "event">): boolean =>
  role !== "volume" && !isReturn(role) && event === undefined;
