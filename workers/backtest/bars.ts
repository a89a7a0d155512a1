import { barsBlock } from "../../assembly/build/backtest-layouts.js";
import { type Count, fail, type Outcome, type Range, succeed } from "../contract";
import { isoDay } from "../iso-dates";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { validateNumbers } from "../numerics/finite";
import { lowerBound } from "../numerics/lower-bound";
import { type Benchmark, matchBenchmark } from "../performance";
import { CHUNK, firstInChunks, inChunks, type JobContext } from "../runtime/job";
import { seriesTexts } from "../series";
import type { BacktestKernels } from "./layout";
import * as messages from "./messages";
import type { BacktestSettings } from "./schema";

/** Prices of one instrument, oldest first, one per row. */
export interface Bars {
  close: Float64Array;
  /** Without opens, orders are filled at the next close. */
  open?: Float64Array | null;
  /** Without highs and lows (and opens), stops are checked against closes. */
  high?: Float64Array | null;
  low?: Float64Array | null;
  /**
   * Unadjusted closes that match opens, highs and lows, if `close` is adjusted for splits and dividends: the adjustment is then applied to these
   * too.
   */
  unadjusted?: Float64Array | null;
}

/** Bars in the kernels' memory, and the rows to trade. */
export interface Market {
  n: Count;
  close: number;
  /** 0 if there are none. */
  open: number;
  high: number;
  low: number;
  sentiment: number;
  benchmark: number;
  /** Rows traded: [first, n). */
  first: Count;
  times: Float64Array | null;
  notes: string[];
}

/** Closes of one of several instruments; NaN on the rows on which it is not traded. */
export interface AssetCloses {
  name: string;
  close: Float64Array;
}

export interface MarketInput {
  bars: Bars;
  /** Several instruments that share the cash, on common rows, in place of `bars`. */
  assets?: AssetCloses[] | null;
  /** Milliseconds since 1970 UTC, ascending; null if rows have no dates. */
  times?: Float64Array | null;
  /** News score of each row, 0 to 1 or on any scale; NaN without news. */
  sentiment?: Float64Array | null;
  /** Prices of the benchmark, matched by date; the instrument itself if omitted. */
  benchmark?: Benchmark | null;
  /** Rows [from, to) to trade, in place of dates. */
  range?: Range | null;
}

/** A return needs two rows, and a standard deviation three. */
const MIN_ROWS: Count = 3;

export function validatePositive(context: JobContext, values: Float64Array, address: number): Outcome<null> {
  const { kernels } = context;
  const odd = validateNumbers(context, address, values.length, values);
  if (odd) return odd;
  const low = firstInChunks(context, values.length, (from, to) => kernels.firstNonPositive(address, from, to));
  if (low < 0) return succeed(null);
  return fail("bad-input", "series/nonPositivePrice", { row: low + 1, value: values[low] }, { row: low + 1, value: String(values[low]) });
}

/** Rows [first, n) to trade. */
export interface TradedRows {
  first: Count;
  n: Count;
  notes: string[];
}

/** The rows between the dates of the settings, or those requested. Fails if there are none or too few. */
export function tradedRows(
  rows: Count,
  { times = null, range = null }: Pick<MarketInput, "times" | "range">,
  { startDate, endDate }: Pick<BacktestSettings, "startDate" | "endDate">,
): Outcome<TradedRows> {
  const notes: string[] = [];
  let [first, n] = [0, rows];
  if (range) [first, n] = [range.from, range.to];
  else if (times && (startDate !== null || endDate !== null)) {
    if (startDate !== null) first = lowerBound(times, startDate);
    if (endDate !== null) n = lowerBound(times, endDate + 1);
    if (n <= first) return fail("bad-input", "series/noRowsBetween");
    // An end date includes the whole day, whose last row may be earlier.
    const outside = (startDate !== null && startDate < times[0]) || (endDate !== null && isoDay(endDate) > isoDay(times[rows - 1]));
    if (outside) notes.push(seriesTexts.clamped({ from: isoDay(times[0]), to: isoDay(times[rows - 1]) }));
  } else if (startDate !== null || endDate !== null) notes.push(seriesTexts.noDates);
  if (n - first < MIN_ROWS) return fail("bad-input", "backtest/fewRows", { least: MIN_ROWS, given: n - first });
  return succeed({ first, n, notes });
}

/** Prices of the benchmark, in the arena; address 0 if there are none. */
export function comparedWith(
  context: JobContext,
  portfolio: PortfolioKernels,
  { benchmark = null, times = null }: Pick<MarketInput, "benchmark" | "times">,
  rows: TradedRows,
): Outcome<{ address: number; notes: string[] }> {
  if (!benchmark) return succeed({ address: 0, notes: [] });
  const matched = matchBenchmark(context, portfolio, benchmark, times, rows);
  if (!matched.ok || matched.value.address === 0) return matched;
  const { address } = matched.value;
  const sound = validatePositive(context, context.arena.view(address, rows.n), address);
  return sound.ok ? matched : sound;
}

/** Puts bars into the arena and finds the rows to trade. Fails for too few rows, columns of different lengths, and prices at or below 0. */
export function putMarket(
  context: JobContext,
  { kernels, portfolio }: { kernels: BacktestKernels; portfolio: PortfolioKernels },
  input: MarketInput,
  settings: BacktestSettings,
): Outcome<Market> {
  const { bars, times = null, sentiment = null } = input;
  const { arena } = context;
  const rows = bars.close.length;
  if (rows === 0) return fail("bad-input", "ingest/enterMarketData");
  const others = [bars.open, bars.high, bars.low, bars.unadjusted, times, sentiment];
  if (others.some((column) => column && column.length !== rows)) return fail("bad-input", "backtest/uneven");
  const traded = tradedRows(rows, input, settings);
  if (!traded.ok) return traded;
  const { first, n, notes } = traded.value;
  const put = (column: Float64Array | null | undefined) => (column ? arena.put(column.subarray(0, n)) : 0);
  const close = put(bars.close);
  const sound = validatePositive(context, bars.close.subarray(0, n), close);
  if (!sound.ok) return sound;
  const compared = comparedWith(context, portfolio, input, traded.value);
  if (!compared.ok) return compared;
  notes.push(...compared.value.notes);
  const open = put(bars.open);
  const whole = open !== 0 && bars.high && bars.low;
  const high = whole ? put(bars.high) : 0;
  const low = whole ? put(bars.low) : 0;
  if (bars.unadjusted && open !== 0) {
    const closes = put(bars.unadjusted);
    inChunks(context, n, CHUNK, (from, to) => {
      for (const prices of [open, high, low]) if (prices !== 0) portfolio.adjustPrices(prices, close, closes, from, to);
    });
  }
  if (open === 0) notes.push(messages.noOpens);
  else {
    const counts = arena.put(new Float64Array(2));
    const block = arena.block(barsBlock, { opens: open, highs: high, lows: low, closes: close, counts });
    let bad = -1;
    inChunks(context, n, CHUNK, (from, to) => {
      if (bad < 0) bad = kernels.mendBars(block, from, to);
    });
    if (bad >= 0) return fail("bad-input", "backtest/bar", { row: bad + 1 }, { row: bad + 1 });
    const [missing, narrow] = arena.view(counts, 2);
    if (missing > 0) notes.push(messages.missing({ rows: missing }));
    if (narrow > 0) notes.push(messages.narrow({ rows: narrow }));
    if (!whole) notes.push(messages.noRange);
  }
  return succeed({ n, close, open, high, low, sentiment: put(sentiment), benchmark: compared.value.address, first, times, notes });
}
