import { isReturn, saysPercent } from "../analyzed-column";
import type { ColumnRole, ColumnUse, DecimalSign } from "../contract";
import { PLAIN_NUMBER } from "../numerics/plain-number";
import { kindOf, ShortNames } from "../series";
import { columnCells, columnKinds, eventOf, fraction, HALF, isClockAssumed, isFilled, PRIMARY, symbolColumn } from "./column-kinds";
import { returnRole, rolesOf } from "./column-role";
import { inferBars } from "./infer-bars";
import { readerOfMoments } from "./kernel-dates";
import { isBlank, isNumber, parseNumber, settleDecimal } from "./number-format";
import type { Plan, PlannedColumn, ReadOptions } from "./plan";
import type { Preset } from "./preset-table";
import { plainName, presetOf } from "./presets";
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
  const stacked = chosen.header === undefined ? unstacked(written, chosen) : null;
  const { options } = stacked ?? { options: chosen };
  const width = tableWidth(stacked?.records ?? written);
  const { records, units } = withoutUnits(withRowNames(stacked?.records ?? written, width), width);
  const preset = stacked ? stacked.preset : presetOf(records, options.header !== false);
  const body = records.filter(({ cells }) => trimmedWidth(cells) <= width && cells.length >= width);
  // Titles and headers are in the first lines: the kinds of columns are inferred further down.
  const later = body.length > 3 ? body.slice(Math.min(Math.ceil(body.length / 3), 20)) : body.slice(body.length > 1 ? 1 : 0);
  const indices = Array.from({ length: width }, (_, index) => index);

  const numbered = indices.map((index) => columnCells(later, index)).filter((cells) => fraction(cells, isNumber) >= HALF);
  const settled = settleDecimal(numbered.flat());
  const assumed = settled.settled ? undefined : options.assumed?.decimal;
  const decimal = options.decimal ?? assumed ?? preset?.decimal ?? shape.decimal ?? settled.decimal;

  const top = (index: number) => body[0]?.cells[index] ?? "";
  const headerText = (index: number) => preset?.columns?.[index] ?? (isNumber(top(index)) ? "" : top(index));
  const { kinds, date: found } = columnKinds({ rows: later, width, decimal, headerText, preset }, options);
  const { start, header } = chosen.header === undefined ? foundHead(records, kinds, found, decimal) : chosenHead(chosen.header);
  const rows = records.slice(header === null ? start : header + 1).filter(({ cells }) => cells.length >= width);
  const short = new ShortNames();
  const given = indices.map((index) => short.of((header === null ? preset?.columns : records[header].cells)?.[index] ?? ""));
  const names = given.map((name, index) => name || (width === 1 ? "Value" : `Column ${index + 1}`));
  const named = (index: number) => (header === null ? "" : given[index]);
  const unsolved = unsolvedColumns(rows).filter(({ index }) => index < width && options.uses?.[index] !== "ignored");
  for (const { index } of unsolved) kinds[index] = "unsolved";
  const isNumeric = (index: number) => kinds[index] === "number" || kinds[index] === "unsolved";
  let numbers = indices.filter(isNumeric).length;
  for (const index of indices) {
    const counter = kinds[index] === "number" && numbers > 1 && !options.uses?.[index] && COUNTER.test(named(index).trim());
    if (counter && counts(columnCells(rows, index))) {
      kinds[index] = "counter";
      numbers--;
    }
  }
  const roles = rolesOf(indices.map(named));
  const columns: PlannedColumn[] = indices
    .filter(isNumeric)
    .map((index) => plannedColumn({ index, name: names[index], heading: named(index), role: roles[index] }, options, preset))
    .map((column) => withReturns(column, columnCells(rows, column.index), decimal, options))
    .map((column) => (units[column.index] === undefined ? column : { ...column, unit: units[column.index] }));
  if (columns.length === 0) return null;
  const clock = found && found.kind !== "s" && found.kind !== "ms" ? kinds.indexOf("clock") : -1;
  if (header === null && !options.uses) inferBars(columns, rows, { decimal, dated: found !== null });
  const symbol = found ? symbolColumn(kinds, indices.map(named), rows, options) : undefined;
  const undated = found || width === 1 || options.uses ? undefined : undatedColumn({ rows, kinds, names });
  const firstLine = header === null ? (records[start]?.line ?? 1) : records[header].line + 1;
  const wanted = options.column ?? chosenClose(columns, options) ?? primaryOf(preset, columns);
  const primary = primaryColumn(columns, { header: header !== null, dated: found !== null, wanted });
  const reader = readerOfMoments(rows, { date: found, clock: clock < 0 ? null : clock, delimiter: shape.delimiter });
  const plan: Plan = {
    shape: "table",
    delimiter: shape.delimiter,
    separators: "",
    width,
    columns,
    decimal,
    decimalSettled: options.decimal !== undefined || settled.settled,
    eitherSign: numbered.some(hasSign),
    header: header !== null,
    skipped: options.skip ?? 0,
    preamble: records.filter(({ line }) => line < (records[header ?? start]?.line ?? 1)).length,
    firstLine,
    date: found,
    ...(undated && { undated }),
    clock: clock < 0 ? null : clock,
    ...(found && clock >= 0 && !preset && !options.uses && isClockAssumed(rows, found, clock) && { clockAssumed: true }),
    primary,
    preset,
    ...(options.fill && !options.panel && isFilled(columns[primary]) && { fill: true }),
    symbol,
    cells: cellsOf(names, columns, { date: found?.index, time: clock, symbol: symbol?.index }, found?.parts),
    ...(reader === "learned" && { learned: true }),
    odd: quoted || units.length > 0 || reader === "cells" || isOdd(rows, columns, decimal),
  };
  return unsolved.length > 0 ? withoutUnsolved(plan, unsolved, options) : plan;
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

/** The column chosen as closes, otherwise the one chosen as returns. */
const chosenClose = (columns: readonly PlannedColumn[], { uses }: ReadOptions): string | undefined =>
  (columns.find(({ index }) => uses?.[index] === "close") ?? columns.find(({ index }) => isReturn(uses?.[index] ?? "value")))?.name;

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

const primaryOf = (preset: Preset | undefined, columns: readonly PlannedColumn[]): string | undefined =>
  preset?.primary && columns.find(({ name }) => plainName(name) === preset.primary)?.name;

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

const OTHER_ROLES: ReadonlySet<ColumnRole> = new Set(["open", "high", "low", "volume"]);

/**
 * The column whose header matches. A first column of undated rows yields to a second one that contains numbers and has no role of its own.
 */
function primaryColumn(columns: PlannedColumn[], { header, dated, wanted }: { header: boolean; dated: boolean; wanted?: string }): number {
  const named = wanted === undefined ? -1 : columns.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (named >= 0) return named;
  if (header) {
    const exact = columns.findIndex(({ name }) => /^<?(price|value|close|amount)>?$/i.test(name.trim()));
    const close = columns.findIndex(({ role }) => role === "close");
    const match = [exact, close, columns.findIndex(({ name }) => PRIMARY.test(name))].find((place) => place >= 0) ?? -1;
    // A match in the first column is more likely a running number than the price, unless the column beside it has a role of its own.
    const second = columns.findIndex(({ index, role }) => index === 1 && !OTHER_ROLES.has(role));
    if (match >= 0) return !dated && columns[match].index === 0 && second >= 0 ? second : match;
  }
  const close = columns.findIndex(({ role }) => role === "close");
  return close >= 0
    ? close
    : Math.max(
        0,
        columns.findIndex(({ role }) => role !== "volume"),
      );
}

const PLAIN: Record<DecimalSign, RegExp> = {
  point: PLAIN_NUMBER,
  comma: /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:e[+-]?\d+)?$/i,
};

function isOdd(rows: TextRecord[], columns: PlannedColumn[], decimal: DecimalSign): boolean {
  const cells = rows.flatMap((row) => columns.map(({ index }) => row.cells[index] ?? ""));
  return fraction(cells, (cell) => !PLAIN[decimal].test(cell) && !isBlank(cell)) > ODD_SHARE;
}
