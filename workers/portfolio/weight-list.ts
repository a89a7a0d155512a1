import type { Count, DecimalSign, Fraction } from "../contract";
import { clipped, withoutTurns } from "../format";
import { isBlank, parseNumber, refuseUnsolved, settleDecimal, type TextRecord, type UnsolvedColumn } from "../ingest";
import { ShortNames } from "../series";

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
  /^(market|mkt|position|current|total|net)?[ _-]?(value|val|amount|exposure)([ _(-]*[a-z]{3}\)?)?$|^(mv|nav|notional|kurswert|marktwert|valeur|valor)$/i;
const SHARES = /^(shares|quantity|qty|units|position|holdings?|no\.? of shares|stück|anzahl|quantité|cantidad)$/i;
const PRICE = /^(last|close|closing|market|current|unit)?[ _-]?(price|kurs|prix|precio)$|^(last|close)$/i;
const TOTAL =
  /^((grand|account|portfolio|net|sub)[ -]?)?totals?:?$|^total (value|account|portfolio|holdings|positions):?$|^(sum|gesamt|summe):?$/i;
/** A longer cell is no name of a column. */
const MAX_NAME: Count = 60;
/** Unmarked weights are fractions up to this sum, and this one without their signs: 1.3 and -0.3 are, 5 and -5 are not. */
const MAX_FRACTIONS = { net: 1.5, gross: 3 };
/** Unmarked weights that sum to more are money. */
const MAX_PERCENT = 150;
/** How far fractions under a header that says percent, as the cells of a workbook are, may be from one in total. */
const ROUNDING = 0.02;

/** Why a list that names assets is not read: no column says its amounts, or money and shares sum to nothing that could be divided. */
export type Unreadable = "columns" | "sum";

/** Signs that show nothing, as pages put them into what is copied from them. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;
const visible = (cell: string): string => cell.replace(INVISIBLE, "");
/** Letters of a name or an amount that a message has. */
const MAX_TOLD: Count = 60;
const toldOf = (cell: string): string => clipped(withoutTurns(cell), MAX_TOLD);

/** A name as it is compared: "NASDAQ: AAPL" is written with or without the blank. */
export const plainAsset = (name: string): string =>
  visible(name)
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

/** The columns of amounts: by their names. Without a header one column of numbers has weights or values, and two have shares and prices. */
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
  // What the columns of a header are not known for may be a beta, a yield or a cost.
  if (header.length > 0) return null;
  const numbers = new Set<number>();
  for (const { cells } of rows) for (const [place, cell] of cells.entries()) if (place !== name && isNumber(cell)) numbers.add(place);
  const [first, second] = [...numbers].sort((a, b) => a - b);
  if (first === undefined || numbers.size > 2) return null;
  const isMarked = rows.some(({ cells }) => cells[first]?.includes("%"));
  return second === undefined || isMarked ? named(first, "weights") : named(first, "shares", second);
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
 * @param unsolved columns of formulas without results, which are refused where they are needed
 * @returns null where it names none of the assets, and why it is not read where it does
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
  // What stands above the first asset is a position too, unless it is the header or above it.
  const head = records.slice(0, first).findLastIndex(({ cells }) => cells.length > 1 && !cells.some(isNumber));
  const header = head < 0 ? [] : records[head].cells;
  const rows = records.slice(head + 1).filter(({ cells }) => !isBlank(cells[name] ?? "") && !TOTAL.test(cells[name].trim()));
  const columns = columnsOf(header, rows, name);
  // Without a header any column may be the one of the amounts.
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
      if (Number.isNaN(value)) return { name: toldOf(cells[name]), value: toldOf(cells[place]), line, column: toldOf(header[place] ?? "") };
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

/** Amounts as weights: money and shares by their sum, percent by a hundred. Unmarked weights that sum to far more than 100 are money. */
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
