import { isBlank, isNumber } from "./number-format";
import type { TextRecord } from "./records";

const CODES =
  "AED|AUD|BRL|CAD|CHF|CLP|CNH|CNY|COP|CZK|DKK|EGP|EUR|GBP|GBX|GBp|HKD|HUF|IDR|ILS|INR|JPY|KRW|KWD|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PKR|PLN|RMB|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR|BTC|ETH|USDC|USDT";
const SIGNS = "A\\$|C\\$|HK\\$|NT\\$|NZ\\$|R\\$|S\\$|US\\$|Fr\\.|kr|Kč|zł|Ft|руб\\.?|元|円|원";
const UNIT = `(${CODES}|${SIGNS})`;
/** Digits and what may be between them; the number reader decides whether it is a number. */
const DIGITS = "([-+(\u2212]?\\d[^A-Za-z]*|[-+(\u2212]?[.,]\\d[^A-Za-z]*)";
const BEFORE = new RegExp(`^([-+\u2212]?)${UNIT} ?${DIGITS}$`);
const BEHIND = new RegExp(`^${DIGITS}${UNIT}$`);
/** A label rather than an amount: EUR1, 3USD. */
const LABEL = /^(?:[A-Za-z]+\d+|\d+[A-Za-z]+)$/;
/** A spreadsheet's prefix that marks a cell as text. */
const APOSTROPHE = "'";
/** Longer cells are not amounts. */
const MAX_LENGTH = 64;
const MIN_SHARE = 0.8;

/** A cell's currency and the number without it; null if it shows none beside a number. */
function amount(cell: string): { unit: string; number: string } | null {
  if (cell.length > MAX_LENGTH) return null;
  if (cell[0] === APOSTROPHE) return { unit: APOSTROPHE, number: cell.slice(1) };
  const before = BEFORE.exec(cell);
  if (before) return LABEL.test(cell) ? null : { unit: before[2], number: before[1] + before[3] };
  const behind = BEHIND.exec(cell);
  return behind && !LABEL.test(cell) ? { unit: behind[2], number: behind[1].trimEnd() } : null;
}

/** A cell without the currency of its column; any other cell, including one in another currency, unchanged. */
export function withoutUnit(cell: string, unit: string): string {
  const found = cell === undefined ? null : amount(cell.trim());
  return found?.unit === unit ? found.number : cell;
}

/** The currency of most cells of a column; a column with several has none, and is not numeric. */
function unitOf(records: readonly TextRecord[], index: number): string | undefined {
  const cellOf = (record: TextRecord | undefined) => record?.cells[index] ?? "";
  // Most columns have none, as two of their cells show.
  const seen = amount(cellOf(records[records.length >> 1])) ?? amount(cellOf(records.at(-1)));
  if (seen === null) return undefined;
  const cells = records
    .slice(1)
    .map(cellOf)
    .filter((cell) => !isBlank(cell));
  const alike = cells.filter((cell) => {
    const found = amount(cell);
    return found?.unit === seen.unit && isNumber(found.number);
  });
  return alike.length >= MIN_SHARE * cells.length ? seen.unit : undefined;
}

/**
 * Strips the currencies from records in which every number of a column has one; returns the records and the currency of each column, if
 * any.
 */
export function withoutUnits(records: TextRecord[], width: number): { records: TextRecord[]; units: (string | undefined)[] } {
  const units = Array.from({ length: width }, (_, index) => unitOf(records, index));
  if (units.every((unit) => unit === undefined)) return { records, units: [] };
  const bare = (cell: string, index: number) => {
    const unit = units[index];
    return unit === undefined ? cell : withoutUnit(cell, unit);
  };
  return { records: records.map((record) => ({ ...record, cells: record.cells.map(bare) })), units };
}
