import { barsBlock } from "../../assembly/build/indicators-layouts.js";
import { VALUE_BYTES } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { FittedKind, IndicatorKind, IndicatorSettings } from "./schema";

/** The columns an indicator reads: closes, and whatever else it needs. */
export interface Prices {
  closes: Float64Array;
  high?: Float64Array;
  low?: Float64Array;
  volume?: Float64Array;
}

export type Lines = Record<string, Float64Array>;
type Bench = JobContext & { indicators: KernelsOf<"indicators"> };
/** A kernel call for the rows [from, to). */
type Step = (from: number, to: number) => void;

/** Steps per call: under 2 ms for the slowest indicator, and whole blocks of the kernels. */
const CHUNK = 1 << 17;
const RSI_STATE = 4;
const ADX_STATE = 4;
/** Volatility is shown in percent per year. */
const PERCENT = 100;

/** The columns of a price in the kernels' memory, and the columns computed from them. */
class Sheet {
  readonly n: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
  readonly volume: number;

  constructor(
    readonly bench: Bench,
    { closes, high = closes, low = closes, volume = closes }: Prices,
  ) {
    const { arena } = bench;
    this.n = closes.length;
    this.close = arena.put(closes);
    // Missing columns are not read.
    this.high = high === closes ? this.close : arena.put(high);
    this.low = low === closes ? this.close : arena.put(low);
    this.volume = volume === closes ? this.close : arena.put(volume);
  }

  /** Computes a column by a kernel, chunk by chunk. @param skip leading rows that stay NaN and are not passed to the kernel */
  fill(call: (out: number) => Step, skip = 0): number {
    const out = this.bench.arena.take(this.n);
    this.bench.arena.view(out, this.n).subarray(0, skip).fill(Number.NaN);
    const step = call(out + skip * VALUE_BYTES);
    inChunks(this.bench, Math.max(0, this.n - skip), CHUNK, step);
    return out;
  }

  /** Copies a column into a result. */
  give(address: number): Float64Array {
    const column = this.bench.column(this.n);
    column.set(this.bench.arena.view(address, this.n));
    return column;
  }

  /** The parameter block of kernels that read whole bars. */
  bars(period: number, out: number, rest: { plus: number; minus: number; state: number } = { plus: 0, minus: 0, state: 0 }): number {
    const { high, low, close, volume } = this;
    return this.bench.arena.block(barsBlock, { high, low, close, volume, period, out, ...rest });
  }

  sma(values: number, period: number, skip = 0): number {
    const { sma } = this.bench.kernels;
    return this.fill((out) => (from, to) => sma(values + skip * VALUE_BYTES, from, to, period, out), skip);
  }

  ema(values: number, period: number, skip = 0): number {
    const { ema } = this.bench.kernels;
    return this.fill((out) => (from, to) => ema(values + skip * VALUE_BYTES, from, to, period, out), skip);
  }

  addScaled(x: number, y: number, factor: number): number {
    return this.fill((out) => (from, to) => this.bench.indicators.addScaled(x, y, from, to, factor, out));
  }

  extremes(period: number): { highest: number; lowest: number } {
    const { highestOf, lowestOf } = this.bench.indicators;
    const scratch = this.bench.arena.take(period);
    return {
      highest: this.fill((out) => (from, to) => highestOf(this.high, from, to, period, scratch, out)),
      lowest: this.fill((out) => (from, to) => lowestOf(this.low, from, to, period, scratch, out)),
    };
  }
}

/** Population standard deviations (n) of the last n closes, from the kernel's sample deviations (n - 1), which skip the first value. */
function deviations(sheet: Sheet, period: number): number {
  const { arena, kernels } = sheet.bench;
  const closes = arena.take(sheet.n + 1);
  arena.view(closes, sheet.n + 1).set(arena.view(sheet.close, sheet.n), 1);
  const out = arena.take(sheet.n + 1);
  const scale = Math.sqrt((period - 1) / period);
  inChunks(sheet.bench, sheet.n + 1, CHUNK, (from, to) => kernels.rollingVolatility(closes, from, to, period, scale, out));
  return out + VALUE_BYTES;
}

/** RSI with simple averages: position of the change over the period between the sums of all down and up moves. */
function simpleRsi(sheet: Sheet, period: number): number {
  const { kernels, indicators } = sheet.bench;
  const change = sheet.fill((out) => (from, to) => kernels.momentum(sheet.close, from, to, period, out));
  const moved = sheet.fill((out) => (from, to) => {
    kernels.momentum(sheet.close, from, to, 1, out);
    kernels.magnitudes(out, from, to, out);
  });
  const mean = sheet.sma(moved, period, 1);
  const upward = sheet.addScaled(mean, mean, period - 1);
  const downward = sheet.addScaled(upward, upward, -2);
  return sheet.fill((out) => (from, to) => indicators.placeWithin(change, upward, downward, from, to, out));
}

/** Wilder's RSI started with the first change alone, as if all earlier changes had been the same. */
function rsiFromFirst(sheet: Sheet, period: number): number {
  const { arena, kernels } = sheet.bench;
  const before = period - 1;
  const rows = sheet.n + before;
  const [closes, out, state] = [arena.take(rows), arena.take(rows), arena.take(RSI_STATE)];
  const view = arena.view(closes, rows);
  view.set(arena.view(sheet.close, sheet.n), before);
  const change = sheet.n > 1 ? view[before + 1] - view[before] : 0;
  for (let k = 1; k <= before; k++) view[before - k] = view[before] - k * change;
  inChunks(sheet.bench, rows, CHUNK, (from, to) => kernels.rsi(closes, from, to, period, out, state));
  const lines = out + before * VALUE_BYTES;
  // NaN for as long a warm-up as the other variants.
  arena.view(lines, sheet.n).subarray(0, period).fill(Number.NaN);
  return lines;
}

type ComputedKind = Exclude<IndicatorKind, FittedKind>;

/** Computation of each indicator. */
const ways: Record<ComputedKind, (sheet: Sheet, settings: IndicatorSettings) => Record<string, number>> = {
  sma: (sheet, { period }) => ({ sma: sheet.sma(sheet.close, period) }),
  ema: (sheet, { period }) => ({ ema: sheet.ema(sheet.close, period) }),
  wma: (sheet, { period }) => ({
    wma: sheet.fill((out) => (from, to) => sheet.bench.indicators.weightedMean(sheet.close, from, to, period, out)),
  }),
  vwap: (sheet, { period }) => ({
    vwap: sheet.fill((out) => {
      const block = sheet.bars(period, out);
      return (from, to) => sheet.bench.indicators.volumePrice(block, from, to);
    }),
  }),
  bollinger: (sheet, { period, width }) => {
    const middle = sheet.sma(sheet.close, period);
    const deviation = deviations(sheet, period);
    return { middle, upper: sheet.addScaled(middle, deviation, width), lower: sheet.addScaled(middle, deviation, -width) };
  },
  donchian: (sheet, { period }) => {
    const { highest: upper, lowest: lower } = sheet.extremes(period);
    const width = sheet.addScaled(upper, lower, -1);
    return { upper, lower, middle: sheet.addScaled(lower, width, 0.5) };
  },
  macd: (sheet, { fast, slow, signal }) => {
    // Both averages are seeded with the mean that ends on the same bar.
    const macd = sheet.addScaled(sheet.ema(sheet.close, fast, slow - fast), sheet.ema(sheet.close, slow), -1);
    const average = sheet.ema(macd, signal, slow - 1);
    return { macd, signal: average, histogram: sheet.addScaled(macd, average, -1) };
  },
  rsi: (sheet, { period }) => {
    const state = sheet.bench.arena.take(RSI_STATE);
    return { rsi: sheet.fill((out) => (from, to) => sheet.bench.kernels.rsi(sheet.close, from, to, period, out, state)) };
  },
  rsiSimple: (sheet, { period }) => ({ rsi: simpleRsi(sheet, period) }),
  rsiFirst: (sheet, { period }) => ({ rsi: rsiFromFirst(sheet, period) }),
  stochastic: (sheet, { period, slowing, signal }) => {
    const { highest, lowest } = sheet.extremes(period);
    const { placeWithin } = sheet.bench.indicators;
    const raw = sheet.fill((out) => (from, to) => placeWithin(sheet.close, highest, lowest, from, to, out));
    const slow = sheet.sma(raw, slowing, period - 1);
    return { k: slow, d: sheet.sma(slow, signal, period + slowing - 2) };
  },
  atr: (sheet, { period }) => ({
    atr: sheet.fill((out) => {
      const block = sheet.bars(period, out);
      return (from, to) => sheet.bench.indicators.averageTrueRange(block, from, to);
    }),
  }),
  adx: (sheet, { period }) => {
    const { arena, indicators } = sheet.bench;
    const [plus, minus, state] = [arena.take(sheet.n), arena.take(sheet.n), arena.take(ADX_STATE)];
    const adx = sheet.fill((out) => {
      const block = sheet.bars(period, out, { plus, minus, state });
      return (from, to) => indicators.directional(block, from, to);
    });
    return { adx, plus, minus };
  },
  obv: (sheet) => ({
    obv: sheet.fill((out) => (from, to) => sheet.bench.indicators.onBalanceVolume(sheet.close, sheet.volume, from, to, out)),
  }),
  volatility: (sheet, { period, periodsPerYear }) => {
    const { arena, kernels } = sheet.bench;
    const returns = arena.take(sheet.n);
    const scale = PERCENT * Math.sqrt(periodsPerYear);
    return {
      volatility: sheet.fill((out) => (from, to) => {
        kernels.logReturns(sheet.close, from, to, returns);
        kernels.rollingVolatility(returns, from, to, period, scale, out);
      }),
    };
  },
};

/** The lines of an indicator, each as long as the closes; NaN in the warm-up. */
export function linesOf(kind: ComputedKind, prices: Prices, settings: IndicatorSettings, bench: Bench): Lines {
  return bench.arena.scope(() => {
    const sheet = new Sheet(bench, prices);
    return Object.fromEntries(Object.entries(ways[kind](sheet, settings)).map(([name, address]) => [name, sheet.give(address)]));
  });
}
