import type { Fraction } from "../../workers/contract";
import type { ClientBody, Holding, Portfolio } from "./client-body";
import type { Kept } from "./records";

/** Tolerance of sums of typed weights. */
const ROUNDING: Fraction = 1e-9;
/** Above this sum, pasted numbers without a percent sign are not read as fractions. */
const MAX_AS_SHARES = 1.5;

/** A portfolio, its client, and its cash. */
export interface ListedPortfolio {
  client: { id: string; name: string };
  portfolio: Portfolio;
  cash: Fraction;
}

type Weighted = Pick<Holding, "weight">;

/** Sum of the weights, with 100% cleaned of rounding errors. */
export function weightSum(holdings: readonly Weighted[]): Fraction {
  const sum = holdings.reduce((total, { weight }) => total + weight, 0);
  return Math.abs(sum - 1) < ROUNDING ? 1 : sum;
}

/** The remainder to 100%; negative if weights exceed it, which prevents saving. */
export const cashOf = (holdings: readonly Weighted[]): Fraction => 1 - weightSum(holdings);

export const listPortfolios = (records: readonly Kept<ClientBody>[]): ListedPortfolio[] =>
  records
    .flatMap(({ id, body }) =>
      body.portfolios.map((portfolio) => ({ client: { id, name: body.name }, portfolio, cash: cashOf(portfolio.holdings) })),
    )
    .sort((a, b) => a.client.name.localeCompare(b.client.name) || a.portfolio.name.localeCompare(b.portfolio.name));

export interface PastedWeights {
  holdings: Holding[];
  /** Names that match no dataset. */
  unknown: string[];
  /** Lines without a name and a number, except a heading at the top. */
  unreadable: string[];
}

const LINE = /^(.*?)[\s;,:]+([-−+]?\d[\d.,]*)\s*(%?)$/;

/** Normalizes names: "dem2gbp.csv" and "DEM2GBP" are the same. */
const key = (name: string): string =>
  name
    .normalize("NFC")
    .trim()
    .replace(/^["']|["']$/g, "")
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .toLowerCase();

const numberOf = (text: string): number =>
  Number((text.includes(".") ? text.replaceAll(",", "") : text.replace(",", ".")).replace("−", "-"));

/** Reads weights from a spreadsheet or a list: a name and a number per line, in percent or as fractions. */
export function readWeights(text: string, datasets: readonly { hash: string; name: string }[]): PastedWeights {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const unreadable: string[] = [];
  const rows = lines.flatMap((line, place) => {
    const [, name = "", number = "", sign = ""] = LINE.exec(line) ?? [];
    const value = numberOf(number);
    if (name.trim() !== "" && number !== "" && Number.isFinite(value)) return [{ name: name.trim(), value, percent: sign !== "" }];
    if (place > 0) unreadable.push(line);
    return [];
  });
  const inPercent = rows.some(({ percent }) => percent) || rows.reduce((sum, { value }) => sum + Math.abs(value), 0) > MAX_AS_SHARES;
  const found = new Map<string, Holding>();
  const unknown: string[] = [];
  for (const { name, value } of rows) {
    const dataset = datasets.find((one) => key(one.name) === key(name));
    const weight = inPercent ? value / 100 : value;
    if (!dataset) unknown.push(name);
    // Weights of an asset listed twice are added.
    else found.set(dataset.hash, { hash: dataset.hash, name: dataset.name, weight: weight + (found.get(dataset.hash)?.weight ?? 0) });
  }
  return { holdings: [...found.values()], unknown, unreadable };
}
