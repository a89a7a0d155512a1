import type { Count, DecimalSign, Fraction } from "../contract";
import { clipped, withoutTurns } from "../format";
import { isBlank, parseNumber, refuseUnsolved, settleDecimal, type TextRecord, type UnsolvedColumn } from "../ingest";
import { ShortNames } from "../series";

/** Unit of the amounts of a list: weights, money, or numbers of shares with prices. */
export type ListBasis = "weights" | "values" | "shares";

export interface WeightList {
  basis: ListBasis;
  /** Every position in list order, those of the same name summed. Weights of money and shares sum to 1. */
  positions: { name: string; weight: Fraction }[];
}

/** An amount that is not a number, with its position. */
interface BadAmount {
  name: string;
  value: string;
  line: Count;
  column: string;
}

/** Maximum size of a text in bytes: a larger file is not a list of positions. */
export const MAX_LIST: Count = 1 << 20;

const WEIGHT =
  /^(%|wgt|wt|(target|current|portfolio|index|fund)?[ _-]?(weight|weighting|allocation)s?|(%|pct|percent) of .*|gewicht(ung)?|poids|peso)([ _]*\(?(%|pct|percent)\)?)?$/i;
const VALUE =
  /^(market|mkt|position|current|total|net)?[ _-]?(value|val|amount|exposure)([ _(-]*[a-z]{3}\)?)?$|^(mv|nav|notional|kurswert|marktwert|valeur|valor)$/i;
const SHARES = /^(shares|quantity|qty|units|position|holdings?|no\.? of shares|stück|anzahl|quantité|cantidad)$/i;
const PRICE = /^(last|close|closing|market|current|unit)?[ _-]?(price|kurs|prix|precio)$|^(last|close)$/i;
const TOTAL =
  /^((grand|account|portfolio|net|sub)[ -]?)?totals?:?$|^total (value|account|portfolio|holdings|positions):?$|^(sum|gesamt|summe):?$/i;
/** A longer cell is not a column name. */
const MAX_NAME: Count = 60;
/** Unmarked weights are fractions up to this net sum and this gross sum: 1.3 and -0.3 are, 5 and -5 are not. */
const MAX_FRACTIONS = { net: 1.5, gross: 3 };
/** Unmarked weights with a larger sum are money. */
const MAX_PERCENT = 150;
/** Tolerance for the total of fractions under a percent header, as in cells of a workbook. */
const ROUNDING = 0.02;

/** Why a list that names assets cannot be read: no column has amounts, or money and shares have a sum that cannot be divided by. */
type Unreadable = "columns" | "sum";

/** Invisible characters, which web pages insert into copied text. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;
const visible = (cell: string): string => cell.replace(INVISIBLE, "");
/** Maximum length of a name or an amount in a message. */
const MAX_SHOWN: Count = 60;
const shownCell = (cell: string): string => clipped(withoutTurns(cell), MAX_SHOWN);

/** A name as compared: "NASDAQ: AAPL" equals "NASDAQ:AAPL". */
export const plainAsset = (name: string): string =>
  visible(name)
    .trim()
    .toLowerCase()
    .split(/[\s:=]+/)
    .join(" ");

/** A line separated by blanks only: its last word is the amount, the others the name. */
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

/** The column that names most of the assets; -1 if there is none. */
function nameColumn(records: readonly TextRecord[], assets: ReadonlySet<string>): number {
  const found: Count[] = [];
  for (const { cells } of records)
    for (const [place, cell] of cells.entries()) if (assets.has(plainAsset(cell))) found[place] = (found[place] ?? 0) + 1;
  return found.reduce((best, named, place) => (named > (found[best] ?? 0) ? place : best), -1);
}

const isNumber = (cell: string): boolean => !Number.isNaN(parseNumber(cell, "point")) || !Number.isNaN(parseNumber(cell, "comma"));

/** The columns of amounts, by their names. Without a header, one numeric column is weights or values, and two are shares and prices. */
function columnsOf(header: readonly string[], rows: readonly TextRecord[], name: number): Columns | null {
  const by = (pattern: RegExp) => header.findIndex((cell, place) => place !== name && cell.length <= MAX_NAME && pattern.test(cell.trim()));
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
  // Unrecognized columns of a header may be a beta, a yield or a cost.
  if (header.length > 0) return null;
  const numbers = new Set<number>();
  for (const { cells } of rows) for (const [place, cell] of cells.entries()) if (place !== name && isNumber(cell)) numbers.add(place);
  const [first, second] = [...numbers].sort((a, b) => a - b);
  if (first === undefined || numbers.size > 2) return null;
  const isMarked = rows.some(({ cells }) => cells[first]?.includes("%"));
  return second === undefined || isMarked ? named(first, "weights") : named(first, "shares", second);
}

/** A parser for a numeric column, whose decimal sign is inferred from its cells. */
function numbersOf(rows: readonly TextRecord[], place: number): (cell: string) => number {
  const decimal: DecimalSign = settleDecimal(rows.map(({ cells }) => cells[place] ?? "")).decimal;
  return (cell) => parseNumber(cell, decimal);
}

/**
 * Positions of a list: name and weight, name and market value, or name, number of shares and price, with or without a header. Lines above
 * the header, totals and rows without a name or an amount are skipped.
 * @param assets names normalized by `plainAsset`
 * @param parted false if cells are separated by blanks only
 * @param unsolved columns of formulas without results, which are refused if needed
 * @returns null if it names none of the assets, otherwise the list or why it cannot be read
 */
export function weightList(
  given: readonly TextRecord[],
  assets: ReadonlySet<string>,
  parted: boolean,
  unsolved: readonly UnsolvedColumn[] = [],
): WeightList | BadAmount | Unreadable | null {
  const records = given.map(({ cells, line }) => ({ cells: (parted ? cells : nameAndAmount(cells)).map(visible), line }));
  const name = nameColumn(records, assets);
  const first = records.findIndex(({ cells }) => assets.has(plainAsset(cells[name] ?? "")));
  if (first < 0) return null;
  // A row above the first asset is a position too, unless it is the header or above that.
  const head = records.slice(0, first).findLastIndex(({ cells }) => cells.length > 1 && !cells.some(isNumber));
  const header = head < 0 ? [] : records[head].cells;
  const rows = records.slice(head + 1).filter(({ cells }) => !isBlank(cells[name] ?? "") && !TOTAL.test(cells[name].trim()));
  const columns = columnsOf(header, rows, name);
  // Without a header, any column may be that of the amounts.
  const needed = columns ? [columns.amount, columns.price] : [];
  refuseUnsolved(unsolved, header.length > 0 ? needed : undefined);
  return columns ? positionsOf(rows, columns, header) : "columns";
}

function positionsOf(rows: readonly TextRecord[], columns: Columns, header: readonly string[]): WeightList | BadAmount | Unreadable {
  const { name, amount, basis, price } = columns;
  const read = [amount, ...(price < 0 ? [] : [price])].map((place) => ({ place, number: numbersOf(rows, place) }));
  const amounts = new Map<string, { name: string; amount: number }>();
  const short = new ShortNames();
  let isMarked = false;
  for (const { cells, line } of rows) {
    if (read.some(({ place }) => isBlank(cells[place] ?? ""))) continue;
    let product = 1;
    for (const { place, number } of read) {
      const value = number(cells[place]);
      if (Number.isNaN(value))
        return { name: shownCell(cells[name]), value: shownCell(cells[place]), line, column: shownCell(header[place] ?? "") };
      product *= value;
    }
    isMarked ||= cells[amount].includes("%");
    const key = plainAsset(cells[name]);
    amounts.set(key, { name: short.of(cells[name].trim()), amount: (amounts.get(key)?.amount ?? 0) + product });
  }
  if (amounts.size === 0) return "columns";
  const sum = [...amounts.values()].reduce((total, one) => total + one.amount, 0);
  const isPercent = isMarked || (columns.isPercent && !(Math.abs(sum - 1) <= ROUNDING));
  return scaled([...amounts.values()], basis, sum, isPercent);
}

/**
 * Converts amounts to weights: money and shares are divided by their sum, percentages by 100. Unmarked weights with a sum far above 100 are
 * money.
 */
function scaled(
  amounts: readonly { name: string; amount: number }[],
  basis: ListBasis,
  sum: number,
  isPercent: boolean,
): WeightList | Unreadable {
  const found = basis === "weights" && !isPercent && Math.abs(sum) > MAX_PERCENT ? "values" : basis;
  if (found !== "weights" && !(sum > 0 && Number.isFinite(sum))) return "sum";
  const gross = amounts.reduce((total, { amount }) => total + Math.abs(amount), 0);
  const areFractions = !isPercent && Math.abs(sum) <= MAX_FRACTIONS.net && gross <= MAX_FRACTIONS.gross;
  const whole = found !== "weights" ? sum : areFractions ? 1 : 100;
  return { basis: found, positions: amounts.map(({ name, amount }) => ({ name, weight: amount / whole })) };
}
