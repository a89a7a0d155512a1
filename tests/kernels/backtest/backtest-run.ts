import { backtestBlock } from "../../../assembly/build/backtest-layouts.js";
import { AT, type BacktestKernels, EXIT_REASONS, REJECTED_LISTED, STATE, TRADE_RECORD } from "../../../workers/backtest/layout";
import type { JobContext } from "../../../workers/runtime/job";
import type { Bar, PlainRules } from "../reference/backtest";

export const RULES: PlainRules = {
  capital: 1000,
  fee: 0,
  fixed: 0,
  slippage: 0,
  size: 1,
  enter: 0.5,
  exit: 0.5,
  stopLoss: 0,
  takeProfit: 0,
  trailing: 0,
  band: 0,
  shorts: true,
  onClose: false,
  whole: false,
  reentry: 0,
  unit: 0,
  least: 0,
  borrow: 0,
};

/** The engine's settings as one row of numbers. */
export function lineOf(rules: PlainRules): number[] {
  const { capital, fee, fixed, slippage, size, enter, exit, stopLoss, takeProfit, trailing, band } = rules;
  const flags = [rules.shorts, rules.onClose, rules.whole].map(Number);
  const prices = [capital, fee, fixed, slippage, size, enter, exit, stopLoss, takeProfit, trailing, band];
  return [...prices, ...flags, rules.reentry, rules.unit, rules.least, rules.borrow];
}

const column = (bars: Bar[], key: keyof Bar) => (bars[0][key] === null ? null : Float64Array.from(bars, (bar) => bar[key] ?? Number.NaN));

/** Runs the engine over bars in chunks of the given length, and returns all of its output. */
export function runKernel(
  context: JobContext,
  kernels: BacktestKernels,
  bars: Bar[],
  scores: number[],
  weights: number[] | null,
  rules: PlainRules,
  { chunk = bars.length, first = 0, end = false } = {},
) {
  const { arena } = context;
  const n = bars.length;
  return arena.scope(() => {
    const put = (values: ArrayLike<number> | null) => (values ? arena.put(Float64Array.from(values)) : 0);
    const weight = put(weights);
    const prices = [put(column(bars, "close")), put(column(bars, "open")), put(column(bars, "high")), put(column(bars, "low"))];
    const columns = put([...prices, put(scores), weight, weight]);
    const settings = put(lineOf(rules));
    const [state, equity, held, records, rejected] = [STATE, n, n, n * TRADE_RECORD, REJECTED_LISTED].map((length) => arena.take(length));
    const block = arena.block(backtestBlock, { columns, settings, state, first, equity, weight: held, records, room: n });
    kernels.backtestStart(settings, rejected, state);
    let ruined = -1;
    for (let from = first; from < n; from += chunk) {
      ruined = kernels.backtestRun(block, from, Math.min(n, from + chunk));
    }
    if (end) kernels.backtestEnd(block, n - 1);
    const values = arena.view(state, STATE).slice();
    const table = arena.view(records, values[AT.trades] * TRADE_RECORD).slice();
    const trades = Array.from({ length: values[AT.trades] }, (_, k) => {
      const [entryRow, exitRow, side, quantity, entryPrice, exitPrice, gross, fees, slipped, invested, reason, orders] = table.subarray(
        k * TRADE_RECORD,
      );
      return {
        entryRow,
        exitRow,
        side,
        quantity,
        entryPrice,
        exitPrice,
        gross,
        fees,
        slipped,
        invested,
        exit: EXIT_REASONS[reason],
        orders,
      };
    });
    return {
      state: values,
      cash: values[0],
      quantity: values[AT.quantity],
      equity: arena.view(equity, n).slice(first),
      weight: arena.view(held, n).slice(first),
      trades,
      canceled: Array.from(arena.view(rejected, Math.min(REJECTED_LISTED, values[AT.rejected]))),
      ruined,
    };
  });
}

export const ohlc = (...rows: [number, number, number, number][]): Bar[] =>
  rows.map(([open, high, low, close]) => ({ open, high, low, close }));

export const closesOnly = (...closes: number[]): Bar[] => closes.map((close) => ({ open: null, high: null, low: null, close }));

/** Random bars, with gaps, whose high-low range contains open and close. @param scale of all moves: a close moves by up to 4% at 1 */
export function randomBars(n: number, random: () => number, kind: "bars" | "opens" | "closes" = "bars", scale = 1): Bar[] {
  let close = 100;
  return Array.from({ length: n }, () => {
    const open = close * (1 + 0.02 * scale * (random() - 0.5));
    close = open * (1 + 0.06 * scale * (random() - 0.5));
    const high = Math.max(open, close) * (1 + 0.02 * scale * random());
    const low = Math.min(open, close) * (1 - 0.02 * scale * random());
    if (kind === "closes") return { open: null, high: null, low: null, close };
    return kind === "opens" ? { open, high: null, low: null, close } : { open, high, low, close };
  });
}

/** A small generator of uniform numbers in [0, 1), identical in every engine. */
export function generator(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
