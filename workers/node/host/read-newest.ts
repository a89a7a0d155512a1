import { findSymbol } from "../../api";
import { type Column, type Count, type Millis, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { folderSource } from "./answer-host";

/** One row of market data: a trade with its price, or a quote if the data have bids and asks. */
export interface MarketRow {
  time: Millis | null;
  price: number | null;
  size: number | null;
  bid: number | null;
  ask: number | null;
  bidSize: number | null;
  askSize: number | null;
}

export interface Newest {
  /** File that contains the rows. */
  from: string;
  /** Current number of rows of the series. */
  length: Count;
  rows: MarketRow[];
}

/** The rows of a symbol after those already known; the newest one if none is. If there are many, the newest are returned. */
export async function readNewest(
  { folder, symbol, known, most }: { folder: string; symbol: string; known: Count | null; most: Count },
  context: JobContext,
): Promise<Outcome<Newest>> {
  const source = folderSource(folder);
  if (known !== null) source.forget();
  const listed = await source.list(false);
  if (!listed.ok) return listed;
  const found = await findSymbol(symbol, listed.value.datasets, source, context);
  if (!found.ok) return found;
  const { series, prices } = found.value;
  const { columns, times } = series;
  const { length } = prices.values;
  const named = (words: RegExp) => columns.find(({ name }) => words.test(name.trim()));
  const [bid, ask, bidSize, askSize] = [/^bid$/i, /^ask$/i, /^bid[ _]?size$/i, /^ask[ _]?size$/i].map(named);
  const volume = columns.find(({ role }) => role === "volume");
  const at = (column: Column | undefined, row: number): number | null => {
    const value = column?.values[row];
    return value === undefined || !Number.isFinite(value) ? null : value;
  };
  const first = Math.max(0, length - most, known === null || known > length ? length - 1 : known);
  const rows = Array.from({ length: length - first }, (_, place): MarketRow => {
    const row = first + place;
    return {
      time: times?.[row] ?? null,
      price: at(prices, row),
      size: at(volume, row),
      bid: at(bid, row),
      ask: at(ask, row),
      bidSize: at(bidSize, row),
      askSize: at(askSize, row),
    };
  });
  const cut = symbol.lastIndexOf("/");
  const file = (await source.find(symbol)) ?? (await source.find(symbol.slice(0, cut)));
  return succeed({ from: file?.from ?? "", length, rows });
}
