import { DAY, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { DatasetSource } from "../dataset-source";
import { barsOf, datasetsOf, findSymbol, type Instrument } from "./find-symbol";

interface SymbolSummary {
  last_price: number;
  daily_change: number | null;
  daily_change_percent: number | null;
  high_24h: number;
  low_24h: number;
  volume_24h: number | null;
}

const finite = (value: number): boolean => Number.isFinite(value);

/** Summary of the last 24 hours and the price before them; without dates, of the last row. */
function summarize(instrument: Instrument): SymbolSummary | null {
  const { prices, series } = instrument;
  const { values } = prices;
  const last = values.findLastIndex(finite);
  if (last < 0) return null;
  const { times } = series;
  let first = last;
  if (times) while (first > 0 && times[first - 1] > times[last] - DAY) first--;
  const before = values.subarray(0, first).findLast(finite);
  const within = (column: Float64Array | null) => (column ?? values).subarray(first, last + 1).filter(finite);
  const { high, low, volume } = barsOf(instrument);
  const [highs, lows] = [within(high), within(low)];
  const closes = within(null);
  const price = values[last];
  return {
    last_price: price,
    daily_change: before === undefined ? null : price - before,
    daily_change_percent: before === undefined || before === 0 ? null : (100 * (price - before)) / Math.abs(before),
    // Not spread into Math.max: a day of ticks may exceed the maximum number of arguments.
    high_24h: (highs.length > 0 ? highs : closes).reduce((most, value) => Math.max(most, value)),
    low_24h: (lows.length > 0 ? lows : closes).reduce((least, value) => Math.min(least, value)),
    volume_24h: volume && within(volume).reduce((sum, traded) => sum + traded, 0),
  };
}

export async function answerSummary(
  { symbols }: { symbols: string[] },
  context: JobContext,
  source: DatasetSource,
): Promise<Outcome<Record<string, SymbolSummary>>> {
  const listed = await datasetsOf(source);
  if (!listed.ok) return listed;
  const summaries: [string, SymbolSummary][] = [];
  for (const symbol of symbols) {
    const found = await findSymbol(symbol, listed.value, source, context);
    if (!found.ok) return found;
    const summary = summarize(found.value);
    if (!summary) return fail("bad-input", "api/noData", { symbol });
    summaries.push([symbol, summary]);
  }
  return succeed(Object.fromEntries(summaries));
}
