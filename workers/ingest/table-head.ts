import type { DecimalSign } from "../contract";
import type { Kind } from "./column-kinds";
import { type PlacedDates, parseDate } from "./date-format";
import { dateText } from "./date-parts";
import { isBlank, parseNumber } from "./number-format";
import type { TextRecord } from "./records";

/** The header record of the rows; or their start if there is none. */
interface Head {
  start: number;
  header: number | null;
}

export const chosenHead = (isHeaded: boolean): Head => ({ start: 0, header: isHeaded ? 0 : null });

export function foundHead(records: TextRecord[], kinds: Kind[], date: PlacedDates | null, decimal: DecimalSign): Head {
  const start = firstRow(records, kinds, date, decimal);
  return { start, header: headerAbove(records, start, kinds, decimal) };
}

/** The first record that is a row: its date can be parsed or, without dates, one of its numbers. */
function firstRow(records: TextRecord[], kinds: Kind[], date: PlacedDates | null, decimal: DecimalSign): number {
  const start = records.findIndex(({ cells }) => {
    if (cells.length < kinds.length && kinds.length > 1) return false;
    if (date) return !Number.isNaN(parseDate(dateText(cells, date), date.kind));
    return kinds.some((kind, index) => kind === "number" && !Number.isNaN(parseNumber(cells[index] ?? "", decimal)));
  });
  return Math.max(start, 0);
}

/**
 * The closest record above the rows with words in the numeric columns; rows with an invalid date may be in between. If it does not name the
 * dates but the record above does, it is a line of units.
 */
function headerAbove(records: TextRecord[], start: number, kinds: Kind[], decimal: DecimalSign): number | null {
  const dates = kinds.indexOf("date");
  const isNamed = (index: number) => dates >= 0 && !isBlank(records[index]?.cells[dates] ?? "");
  for (let index = start - 1; index >= 0; index--) {
    const { cells } = records[index];
    const heads = cells.filter((_, column) => kinds[column] === "number");
    if (heads.some((cell) => !Number.isNaN(parseNumber(cell, decimal)))) continue;
    if (cells.length >= Math.min(kinds.length, 2) && heads.some((cell) => !isBlank(cell)))
      return !isNamed(index) && index > 0 && isNamed(index - 1) && records[index - 1].cells.length === cells.length ? index - 1 : index;
  }
  return null;
}
