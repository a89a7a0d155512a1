import { parseNumber } from "./number-format";
import { PRESETS, type Preset } from "./preset-table";
import type { TextRecord } from "./records";

/** Number of lines searched for a header: titles and account data may precede it. */
export const HEADED = 40;
/** Number of rows that must match a form without a header. */
const LOOKED_AT = 20;

/** A column name as used in forms: <CLOSE> and "Close*" become close. */
export const plainName = (name: string): string => name.trim().replace(/^<|>$/g, "").replaceAll("*", "").trim().toLowerCase();

function isHeadedBy(
  { header, exact, fits }: Preset,
  cells: readonly string[],
  names: ReadonlySet<string>,
  row: readonly string[],
): boolean {
  if (fits) return fits(cells, row);
  if (!header || (exact && names.size !== header.length)) return false;
  return header.every((name) => names.has(name));
}

function byHeader(records: readonly TextRecord[]): Preset | undefined {
  for (const [place, { cells }] of records.slice(0, HEADED).entries()) {
    const given = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
    if (given.length < 2) continue;
    const names = new Set(given.map(plainName));
    const found = PRESETS.find((preset) => isHeadedBy(preset, given, names, records[place + 1]?.cells ?? []));
    if (found) return found;
  }
  return undefined;
}

function byRows(records: readonly TextRecord[]): Preset | undefined {
  const rows = records.slice(0, LOOKED_AT).map(({ cells }) => cells.map((cell) => parseNumber(cell, "point")));
  if (rows.length === 0 || rows.some((row) => row.some(Number.isNaN))) return undefined;
  return PRESETS.find(({ fitsRow }) => fitsRow && rows.every((row) => fitsRow(row)));
}

const MT4_ROW = /^\d{4}\.\d{2}\.\d{2}$/;
const MT4: Preset = {
  name: "MetaTrader history",
  columns: ["Date", "Time", "Open", "High", "Low", "Close", "Volume"],
  primary: "close",
};
const isMt4 = ({ cells }: TextRecord): boolean => cells.length === 7 && MT4_ROW.test(cells[0]) && /^\d{2}:\d{2}$/.test(cells[1]);

/**
 * The form of these rows; undefined if it is unknown.
 * @param headed whether they may have a header
 */
export function presetOf(records: readonly TextRecord[], headed = true): Preset | undefined {
  const [first] = records;
  return (headed ? byHeader(records) : undefined) ?? (first && isMt4(first) ? MT4 : byRows(records));
}
