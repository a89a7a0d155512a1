import type { Count, DecimalSign, Fraction } from "../contract";
import { isBlank, parseNumber, settleDecimal, type TextRecord } from "../ingest";

/** What the amounts of a list are: shares of the portfolio, money, or numbers of shares at their prices. */
export type ListBasis = "weights" | "values" | "shares";

export interface WeightList {
  basis: ListBasis;
  /** Every position in the order of the list, those of one name added up. The weights of money and shares sum to 1. */
  positions: { name: string; weight: Fraction }[];
}

/** An amount that is no number, with its place. */
export interface BadAmount {
  name: string;
  value: string;
  line: Count;
  column: string;
}

/** Bytes of a text. A list of positions is no history: a longer one is another file. */
export const MAX_LIST: Count = 1 << 20;

const WEIGHT =
  /^(%|wgt|wt|(target|current|portfolio|index|fund)?[ _-]?(weight|weighting|allocation)s?|(%|pct|percent) of .*|gewicht(ung)?|poids|peso)([ _]*\(?(%|pct|percent)\)?)?$/i;
const VALUE =
  /^(market|position|current|total|net)?[ _-]?(value|amount|exposure)([ _(-]*[a-z]{3}\)?)?$|^(mv|nav|notional|kurswert|marktwert|valeur|valor)$/i;
const SHARES = /^(shares|quantity|qty|units|position|holdings?|no\.? of shares|stück|anzahl|quantité|cantidad)$/i;
const PRICE = /^(last|close|closing|market|current|unit)?[ _-]?(price|kurs|prix|precio)$|^(last|close)$/i;
const TOTAL = /^(grand |sub)?total$|^(sum|gesamt|summe)$/i;
/** Sums of weights above these are no fractions of one, and no percent. */
const MAX_FRACTIONS = 1.5;
const MAX_PERCENT = 150;

/** A name as it is compared: "NASDAQ: AAPL" is written with or without the blank. */
export const plainAsset = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .split(/[\s:=]+/)
    .join(" ");

/** A line that only blanks part: its last word is the amount, the others the name. */
function nameAndAmount(cells: readonly string[]): string[] {
  const words = cells
    .join(" ")
    .split(/[\s:=]+/)
    .filter((word) => word !== "");
  const amount = words.at(-1) === "%" ? words.splice(-2).join("") : (words.pop() ?? "");
  return words.length === 0 ? [amount] : [words.join(" "), amount];
}

interface Columns {
  name: number;
  amount: number;
  basis: ListBasis;
  /** Of shares. */
  price: number;
  isPercent: boolean;
}

/** The column that names most of the assets; -1 where none does. */
function nameColumn(records: readonly TextRecord[], assets: ReadonlySet<string>): number {
  const found: Count[] = [];
  for (const { cells } of records)
    for (const [place, cell] of cells.entries()) if (assets.has(plainAsset(cell))) found[place] = (found[place] ?? 0) + 1;
  return found.reduce((best, named, place) => (named > (found[best] ?? 0) ? place : best), -1);
}

const isNumber = (cell: string): boolean => !Number.isNaN(parseNumber(cell, "point")) || !Number.isNaN(parseNumber(cell, "comma"));

/** The column of amounts: by its name, otherwise the first of numbers. */
function columnsOf(header: readonly string[], rows: readonly TextRecord[], name: number): Columns | null {
  const by = (pattern: RegExp) => header.findIndex((cell, place) => place !== name && pattern.test(cell.trim()));
  const named = (amount: number, basis: ListBasis, price = -1): Columns => ({
    name,
    amount,
    basis,
    price,
    isPercent: /%|pct|percent/i.test(header[amount] ?? ""),
  });
  const [weight, value, shares, price] = [WEIGHT, VALUE, SHARES, PRICE].map(by);
  if (weight >= 0) return named(weight, "weights");
  if (value >= 0) return named(value, "values");
  if (shares >= 0 && price >= 0) return named(shares, "shares", price);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  for (let place = 0; place < width; place++)
    if (place !== name && rows.some(({ cells }) => isNumber(cells[place] ?? ""))) return named(place, "weights");
  return null;
}

/** A reader of one column of numbers, whose decimal sign its cells give away. */
function numbersOf(rows: readonly TextRecord[], place: number): (cell: string) => number {
  const decimal: DecimalSign = settleDecimal(rows.map(({ cells }) => cells[place] ?? "")).decimal;
  return (cell) => parseNumber(cell, decimal);
}

/**
 * Positions of a list: name and weight, name and market value, or name, number of shares and price, with or without a header. Lines above the
 * header, totals and rows without a name or an amount are passed over.
 * @param assets names as `plainAsset` has them
 * @param parted false where only blanks part the cells
 * @returns null where it names none of the assets, or has no amounts
 */
export function weightList(given: readonly TextRecord[], assets: ReadonlySet<string>, parted: boolean): WeightList | BadAmount | null {
  const records = parted ? given : given.map(({ cells, line }) => ({ cells: nameAndAmount(cells), line }));
  const name = nameColumn(records, assets);
  const first = records.findIndex(({ cells }) => assets.has(plainAsset(cells[name] ?? "")));
  if (first < 0) return null;
  // What stands above the first asset is a position too, unless it is the header or above it.
  const head = records.slice(0, first).findLastIndex(({ cells }) => cells.length > 1 && !cells.some(isNumber));
  const header = head < 0 ? [] : records[head].cells;
  const rows = records.slice(head + 1).filter(({ cells }) => !isBlank(cells[name] ?? "") && !TOTAL.test(cells[name].trim()));
  const columns = columnsOf(header, rows, name);
  return columns && positionsOf(rows, columns, header);
}

function positionsOf(rows: readonly TextRecord[], columns: Columns, header: readonly string[]): WeightList | BadAmount {
  const { name, amount, basis, price } = columns;
  const read = [amount, ...(price < 0 ? [] : [price])].map((place) => ({ place, number: numbersOf(rows, place) }));
  const amounts = new Map<string, { name: string; amount: number }>();
  let isPercent = columns.isPercent;
  for (const { cells, line } of rows) {
    if (read.some(({ place }) => isBlank(cells[place] ?? ""))) continue;
    let product = 1;
    for (const { place, number } of read) {
      const value = number(cells[place]);
      if (Number.isNaN(value)) return { name: cells[name], value: cells[place], line, column: header[place] ?? "" };
      product *= value;
    }
    isPercent ||= cells[amount].includes("%");
    const key = plainAsset(cells[name]);
    amounts.set(key, { name: cells[name].trim(), amount: (amounts.get(key)?.amount ?? 0) + product });
  }
  return scaled([...amounts.values()], basis, isPercent);
}

/** Amounts as weights: money and shares by their sum, percent by a hundred. Unmarked weights that sum to far more than 100 are money. */
function scaled(amounts: readonly { name: string; amount: number }[], basis: ListBasis, isPercent: boolean): WeightList {
  const sum = amounts.reduce((total, { amount }) => total + amount, 0);
  const found = basis === "weights" && !isPercent && Math.abs(sum) > MAX_PERCENT ? "values" : basis;
  const whole = found !== "weights" ? sum : isPercent || Math.abs(sum) > MAX_FRACTIONS ? 100 : 1;
  return { basis: found, positions: amounts.map(({ name, amount }) => ({ name, weight: amount / whole })) };
}
