import type { Fraction } from "../../workers/contract";
import type { ClientBody, Holding, Portfolio } from "./client-body";
import type { Kept } from "./records";

/** Sums of typed weights are off by less than this. */
const ROUNDING: Fraction = 1e-9;
/** Above this sum pasted numbers without a percent sign cannot be shares of one. */
const MAX_AS_SHARES = 1.5;

/** A portfolio, whose it is, and what it leaves in cash. */
export interface ListedPortfolio {
  client: { id: string; name: string };
  portfolio: Portfolio;
  cash: Fraction;
}

type Weighted = Pick<Holding, "weight">;

/** Sum of the weights, without what rounding leaves beside 100%. */
export function weightSum(holdings: readonly Weighted[]): Fraction {
  const sum = holdings.reduce((total, { weight }) => total + weight, 0);
  return Math.abs(sum - 1) < ROUNDING ? 1 : sum;
}

/** What the weights leave of 100%; below 0 where they exceed it, which no portfolio may be saved with. */
export const cashOf = (holdings: readonly Weighted[]): Fraction => 1 - weightSum(holdings);

export const listPortfolios = (records: readonly Kept<ClientBody>[]): ListedPortfolio[] =>
  records
    .flatMap(({ id, body }) =>
      body.portfolios.map((portfolio) => ({ client: { id, name: body.name }, portfolio, cash: cashOf(portfolio.holdings) })),
    )
    .sort((a, b) => a.client.name.localeCompare(b.client.name) || a.portfolio.name.localeCompare(b.portfolio.name));

export interface PastedWeights {
  holdings: Holding[];
  /** Names no dataset has. */
  unknown: string[];
  /** Lines without a name and a number, but for a heading at the top. */
  unreadable: string[];
}

const LINE = /^(.*?)[\s;,:]+([-−+]?\d[\d.,]*)\s*(%?)$/;

/** "dem2gbp.csv" and "DEM2GBP" are the same name. */
const key = (name: string): string =>
  name
    .normalize("NFC")
    .trim()
    .replace(/^["']|["']$/g, "")
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .toLowerCase();

const numberOf = (text: string): number =>
  Number((text.includes(".") ? text.replaceAll(",", "") : text.replace(",", ".")).replace("−", "-"));

/** Weights as they come from a spreadsheet or a list: a name and a number per line, in percent or as shares of one. */
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
    // The same asset on two lines is held twice.
    else found.set(dataset.hash, { hash: dataset.hash, name: dataset.name, weight: weight + (found.get(dataset.hash)?.weight ?? 0) });
  }
  return { holdings: [...found.values()], unknown, unreadable };
}
