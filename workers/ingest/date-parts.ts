import type { ReadingChoices } from "../contract";
import { type DateKind, type PlacedDates, parseDate } from "./date-format";
import { MIN_SHARE } from "./period-dates";
import type { TextRecord } from "./records";

const YEAR = /^(year|yr|yyyy|jahr|année|annee|año|ano|anno|年)$/i;
const MONTH = /^(month|mon|mo|mm|monat|mois|mes|mês|mese|period|月)$/i;
const QUARTER = /^(quarter|qtr|q|quartal|trimestre)$/i;
const DAY = /^(day|dy|dd|tag|jour|día|dia|giorno|日)$/i;
const NUMBER = /^\d{1,2}$/;

/** Whether a column is named like a part of a date. */
export const isDatePart = (name: string): boolean => [YEAR, MONTH, QUARTER, DAY].some((pattern) => pattern.test(name.trim()));

/** The date of a row as one text: its cell, or its parts combined as `kind` requires. */
export function dateText(cells: readonly string[], date: PlacedDates): string {
  const year = cells[date.index] ?? "";
  if (!date.parts) return year;
  const { parts, kind, prefix } = date;
  const [within, day] = parts.map((place) => (cells[place] ?? "").trim());
  if (day !== undefined) return kind === "ymd" ? `${year.trim()}-${within}-${day}` : `${day} ${within} ${year.trim()}`;
  return `${year.trim()}-${NUMBER.test(within) ? `${prefix}${within}` : within}`;
}

/** 2024-1-2, 2 Jan 2024, 2024-M1. */
const KINDS: readonly DateKind[] = ["ymd", "named", "period"];

/**
 * Dates with year and month, or month and day, in separate columns, identified by name; null if there are none, or too few rows have such a
 * date. A column chosen for something else is not used.
 */
export function dateParts(rows: readonly TextRecord[], headers: readonly string[], uses: ReadingChoices["uses"]): PlacedDates | null {
  const placeOf = (name: RegExp) => headers.findIndex((header, place) => name.test(header.trim()) && (uses?.[place] ?? "date") === "date");
  const [index, month, day] = [YEAR, MONTH, DAY].map(placeOf);
  const quarter = placeOf(QUARTER);
  if (index < 0 || (month < 0 && quarter < 0)) return null;
  const parts = month < 0 ? [quarter] : day < 0 ? [month] : [month, day];
  const years = rows.map(({ cells }) => Number(cells[index]));
  if (rows.length < 2 || years.filter((year) => year >= 1500 && year < 2200).length < MIN_SHARE * rows.length) return null;
  for (const kind of KINDS) {
    const date: PlacedDates = { kind, separator: "-", settled: true, index, parts, prefix: month < 0 ? "Q" : "M" };
    const read = rows.filter(({ cells }) => !Number.isNaN(parseDate(dateText(cells, date), kind)));
    if (read.length >= MIN_SHARE * rows.length) return date;
  }
  return null;
}
