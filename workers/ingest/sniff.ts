import { isReturn, saysPercent } from "../analyzed-column";
import type { ColumnRole, ColumnUse, DecimalSign } from "../contract";
import { PLAIN_NUMBER } from "../numerics/plain-number";
import { distinctNames, kindOf, ShortNames } from "../series";
import { columnCells, columnKinds, eventOf, fraction, HALF, isClockAssumed, isFilled, type Kind, symbolColumn } from "./column-kinds";
import { returnRole, rolesOf } from "./column-role";
import type { PlacedDates } from "./date-format";
import { inferBars } from "./infer-bars";
import { readerOfMoments } from "./kernel-dates";
import { isBlank, isNumber, parseNumber, settleDecimal } from "./number-format";
import type { Plan, PlannedColumn, ReadOptions } from "./plan";
import type { Preset } from "./preset-table";
import { plainName, presetOf } from "./presets";
import { primaryColumn } from "./primary-column";
import { type TextRecord, withoutLines } from "./records";
import { withRowNames } from "./row-names";
import { type Shape, sampleRecords, sniffShape } from "./sniff-shape";
import { splitNumbers, withWholeNumbers } from "./split-numbers";
import { unstacked } from "./stacked-header";
import { chosenHead, foundHead } from "./table-head";
import { undatedColumn } from "./undated";
import { withoutUnits } from "./units";
import { unsolvedColumns, withoutUnsolved } from "./unsolved";

const EXAMINED = 1000;
/** Share of cells the typed reader would return as odd, above which the general reader is faster. */
const ODD_SHARE = 0.05;
const COUNTER = /^(t|i|n|index|id|no\.?|nr\.?|#|obs|observation|row|step|year|)$/i;

/** Reads the first lines of a text (line ends "\n") and plans the reading of all of it; null if no column contains numbers. */
export function sniff(sample: string, options: ReadOptions): Plan | null {
  const { delimiter, skip = 0 } = options;
  const text = withoutLines(sample, skip);
  const examined = text.split("\n", EXAMINED + skip).join("\n");
  const shape: Shape = delimiter ? { shape: "table", delimiter, decimal: null } : sniffShape(examined, options.decimal);
  if (shape.shape === "list") return { ...listPlan(shape, examined), skipped: skip };
  const written = sampleRecords(examined, shape.delimiter);
  const { split, refused } = shape.delimiter === "comma" ? splitNumbers(written, options) : {};
  const records = split ? written.map((record) => ({ ...record, cells: withWholeNumbers(record.cells, split) })) : written;
  const plan = records.length > 0 ? tablePlan(records, shape, options, shape.delimiter === "space" && text.includes('"')) : null;
  if (plan && split) Object.assign(plan, { split, odd: true });
  if (plan && refused) plan.refused = refused;
  return plan && options.panel ? panelPlan(plan) : plan;
}

/** Characters that identify the content of a text. */
const PROBE = 64_000;

/** Whether a text is a table with column names and dated rows: a series or a panel, not a report. */
export function holdsDatedTable(text: string): boolean {
  const plan = sniff(text.slice(0, PROBE).replaceAll("\r\n", "\n"), {});
  return plan?.shape === "table" && plan.header && plan.date !== null;
}

/** The same table read for a panel: one column for rows of many symbols, otherwise a column per symbol, without volumes. */
function panelPlan(plan: Plan): Plan {
  const columns = plan.symbol ? [plan.columns[plan.primary]] : plan.columns.filter(({ role }) => role !== "volume");
  return columns.length === 0 ? plan : { ...plan, columns, primary: 0, panel: true };
}

type TableShape = Extract<Shape, { shape: "table" }>;

function tablePlan(written: TextRecord[], shape: TableShape, chosen: ReadOptions, quoted: boolean): Plan | null {
  const { records, units, width, options, preset } = bareTable(written, chosen);
  const later = belowTitles(records.filter(({ cells }) => trimmedWidth(cells) <= width && cells.length >= width));
  const indices = Array.from({ length: width }, (_, index) => index);
  const numbered = indices.map((index) => columnCells(later.rows, index)).filter((cells) => fraction(cells, isNumber) >= HALF);
  const { decimal, decimalSettled } = decimalOf(numbered.flat(), shape, options, preset);

  const headerText = (index: number) => preset?.columns?.[index] ?? (isNumber(later.top(index)) ? "" : later.top(index));
  const { kinds, date } = columnKinds({ rows: later.rows, width, decimal, headerText, preset }, options);
  const { start, header } = chosen.header === undefined ? foundHead(records, kinds, date, decimal) : chosenHead(chosen.header);
  const rows = records.slice(header === null ? start : header + 1).filter(({ cells }) => cells.length >= width);
  const { headings, names } = columnNames(width, header === null ? null : records[header].cells, preset);
  const unsolved = unsolvedColumns(rows).filter(({ index }) => index < width && options.uses?.[index] !== "ignored");
  for (const { index } of unsolved) kinds[index] = "unsolved";
  excludeCounters(kinds, headings, rows, options);

  const roles = rolesOf(headings);
  const columns: PlannedColumn[] = indices
    .filter((index) => kinds[index] === "number" || kinds[index] === "unsolved")
    .map((index) => plannedColumn({ index, name: names[index], heading: headings[index], role: roles[index] }, options, preset))
    .map((column) => withReturns(column, columnCells(rows, column.index), decimal, options))
    .map((column) => (units[column.index] === undefined ? column : { ...column, unit: units[column.index] }));
  if (columns.length === 0) return null;
  const [isHeaded, isDated] = [header !== null, date !== null];
  if (!isHeaded && !options.uses) inferBars(columns, rows, { decimal, dated: isDated });
  const clock = clockColumn(kinds, date);
  const symbol = isDated ? symbolColumn(kinds, headings, rows, options) : undefined;
  const undated = isDated || width === 1 || options.uses ? undefined : undatedColumn({ rows, kinds, names });
  const primary = primaryColumn(columns, { isHeaded, isDated, preset }, options);
  const reader = readerOfMoments(rows, { date, clock, delimiter: shape.delimiter });
  const isInferred = !preset && !options.uses;
  const top = records[header ?? start]?.line ?? 1;
  const plan: Plan = {
    shape: "table",
    delimiter: shape.delimiter,
    separators: "",
    width,
    columns,
    decimal,
    decimalSettled,
    eitherSign: numbered.some(hasSign),
    header: isHeaded,
    skipped: options.skip ?? 0,
    preamble: records.filter(({ line }) => line < top).length,
    firstLine: isHeaded ? top + 1 : top,
    date,
    ...(undated && { undated }),
    clock,
    ...(isInferred && date && clock !== null && isClockAssumed(rows, date, clock) && { clockAssumed: true }),
    primary,
    preset,
    ...(options.fill && !options.panel && isFilled(columns[primary]) && { fill: true }),
    symbol,
    cells: cellsOf(names, columns, { date: date?.index, time: clock ?? undefined, symbol: symbol?.index }, date?.parts),
    ...(reader === "learned" && { learned: true }),
    odd: quoted || units.length > 0 || reader === "cells" || isOdd(rows, columns, decimal),
  };
  return unsolved.length > 0 ? withoutUnsolved(plan, unsolved, options) : plan;
}

/** The records with one header, a name for every cell and no units, and the form they have. */
function bareTable(written: TextRecord[], chosen: ReadOptions) {
  const stacked = chosen.header === undefined ? unstacked(written, chosen) : null;
  const { records: all, options } = stacked ?? { records: written, options: chosen };
  const width = tableWidth(all);
  const { records, units } = withoutUnits(withRowNames(all, width), width);
  return { records, units, width, options, preset: stacked ? stacked.preset : presetOf(records, options.header !== false) };
}

/** The rows from which the kinds of columns are inferred: titles and headers are in the first lines. `top` is the first line's cells. */
function belowTitles(full: TextRecord[]) {
  const skipped = full.length > 3 ? Math.min(Math.ceil(full.length / 3), 20) : Number(full.length > 1);
  return { rows: full.slice(skipped), top: (index: number) => full[0]?.cells[index] ?? "" };
}

/** The decimal sign: as chosen; as assumed, where the numbers do not settle it; of the known form; of the text; of the numbers. */
function decimalOf(numbers: string[], shape: TableShape, options: ReadOptions, preset: Preset | undefined) {
  const found = settleDecimal(numbers);
  const assumed = found.settled ? undefined : options.assumed?.decimal;
  const decimal = options.decimal ?? assumed ?? preset?.decimal ?? shape.decimal ?? found.decimal;
  return { decimal, decimalSettled: options.decimal !== undefined || found.settled };
}

/** What the header calls each column, "" without one, and the name that each column has in any case, unlike any other. */
function columnNames(width: number, header: readonly string[] | null, preset: Preset | undefined) {
  const short = new ShortNames();
  const given = Array.from({ length: width }, (_, index) => short.of((header ?? preset?.columns)?.[index] ?? ""));
  const names = distinctNames(given.map((name, index) => name || (width === 1 ? "Value" : `Column ${index + 1}`)));
  return { headings: header ? given : given.map(() => ""), names };
}

/** Running numbers are not values, unless they are the only numbers or chosen. */
function excludeCounters(kinds: Kind[], headings: readonly string[], rows: TextRecord[], { uses }: ReadOptions): void {
  let numbers = kinds.filter((kind) => kind === "number" || kind === "unsolved").length;
  for (const [index, heading] of headings.entries()) {
    const isNamed = kinds[index] === "number" && !uses?.[index] && COUNTER.test(heading.trim());
    if (!isNamed || numbers === 1 || !counts(columnCells(rows, index))) continue;
    kinds[index] = "counter";
    numbers--;
  }
}

/** The column of times of day; a date in seconds since 1970 has its own. */
function clockColumn(kinds: readonly Kind[], date: PlacedDates | null): number | null {
  if (!date || date.kind === "s" || date.kind === "ms" || !kinds.includes("clock")) return null;
  return kinds.indexOf("clock");
}

/** A column with its header; the role is inferred from the name. */
interface HeadedColumn {
  index: number;
  name: string;
  heading: string;
  role: ColumnRole;
}

function plannedColumn({ index, name, heading, role }: HeadedColumn, { uses }: ReadOptions, preset: Preset | undefined): PlannedColumn {
  const use = uses?.[index];
  const event = eventOf(heading, use);
  const chosen = use && isRole(use) ? use : event ? "value" : (preset?.roles?.[plainName(name)] ?? role);
  return { index, name, role: chosen, ...(event && { event }) };
}

/** The same column, marked as returns if its name says so and its values are not levels; a chosen use takes precedence. */
function withReturns(column: PlannedColumn, cells: string[], decimal: DecimalSign, { uses }: ReadOptions): PlannedColumn {
  const role = uses?.[column.index]
    ? column.role
    : column.role === "value" && !column.event
      ? (returnRole(column.name) ?? "value")
      : column.role;
  const written = fraction(cells, (cell) => cell.includes("%")) >= HALF;
  if (!isReturn(role)) return written && role === "value" ? { ...column, percent: true } : column;
  const values = Float64Array.from(cells, (cell) => parseNumber(cell, decimal)).filter((value) => !Number.isNaN(value));
  const named = !uses?.[column.index] && kindOf(values, Math.min(...values)) === "prices" ? { named: role } : { role };
  return { ...column, ...named, ...((written || saysPercent(column.name)) && { percent: true }) };
}

const NO_ROLES: ReadonlySet<ColumnUse> = new Set<ColumnUse>(["date", "time", "symbol", "split", "dividend", "ignored"]);
const isRole = (use: ColumnUse): use is ColumnRole => !NO_ROLES.has(use);

/** The final use of each cell of a row. */
function cellsOf(
  names: readonly string[],
  columns: readonly PlannedColumn[],
  other: Partial<Record<ColumnUse, number>>,
  dated: readonly number[] = [],
): Plan["cells"] {
  const cells = names.map((name) => ({ name, use: "ignored" as ColumnUse }));
  for (const { index, role, event } of columns) cells[index].use = event ?? role;
  for (const [use, index = -1] of Object.entries(other)) if (index >= 0) cells[index].use = use as ColumnUse;
  for (const index of dated) cells[index].use = "date";
  return cells;
}

const hasSign = (cells: readonly string[]): boolean => cells.some((cell) => /[.,]/.test(cell));

/** Numbers one behind the other. */
const listPlan = (shape: Extract<Shape, { shape: "list" }>, sample: string): Plan => ({
  shape: "list",
  delimiter: shape.delimiter,
  separators: shape.separators,
  decimal: shape.decimal,
  decimalSettled: shape.settled,
  eitherSign: hasSign([sample]),
  cells: [{ name: "Value", use: "value" }],
  header: false,
  skipped: 0,
  preamble: 0,
  firstLine: 1,
  width: 1,
  date: null,
  clock: null,
  odd: false,
  primary: 0,
  columns: [{ index: 0, name: "Value", role: "value" }],
});

const trimmedWidth = (cells: string[]) => cells.length - [...cells].reverse().findIndex((cell) => cell !== "");

/** The most frequent width, not counting a delimiter at the end of every line. */
function tableWidth(records: TextRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const common = Math.max(
    1,
    ...[...counts]
      .sort((a, b) => b[1] - a[1] || b[0] - a[0])
      .slice(0, 1)
      .map(([width]) => width),
  );
  const alike = records.filter(({ cells }) => cells.length === common);
  return common > 1 && alike.every(({ cells }) => cells[common - 1] === "") ? common - 1 : common;
}

/** 0, 1, 2… or 1, 2, 3… or consecutive years. */
function counts(cells: string[]): boolean {
  const first = Number(cells[0]);
  const begins = first === 0 || first === 1 || (first > 1500 && first < 2200);
  return cells.length > 1 && begins && cells.every((cell, index) => Number(cell) === first + index);
}

const PLAIN: Record<DecimalSign, RegExp> = {
  point: PLAIN_NUMBER,
  comma: /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:e[+-]?\d+)?$/i,
};

function isOdd(rows: TextRecord[], columns: PlannedColumn[], decimal: DecimalSign): boolean {
  const cells = rows.flatMap((row) => columns.map(({ index }) => row.cells[index] ?? ""));
  return fraction(cells, (cell) => !PLAIN[decimal].test(cell) && !isBlank(cell)) > ODD_SHARE;
}
