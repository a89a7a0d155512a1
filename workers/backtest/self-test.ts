import {
  backtestBlock,
  pressureBlock,
  sharedBacktestBlock,
  tradedValuesBlock,
  volatilitySharesBlock,
} from "../../assembly/build/backtest-layouts.js";
import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import { ACCOUNT, AT, BOOK, COLUMNS, SETTINGS, STATE, TRADE_RECORD } from "./layout";

interface Example {
  /** Open, high, low, close. */
  bars: [number, number, number, number][];
  scores: number[];
  /** Fee, fixed costs, slippage, size; stop loss, take profit, trailing stop. */
  costs: [number, number, number, number];
  stops: [number, number, number];
}

/** Equity at each close from a capital of 1,000, then the costs paid. */
async function equityOf(context: JobContext, { bars, scores, costs, stops }: Example): Promise<number[]> {
  const kernels = await context.load("backtest");
  const { arena } = context;
  const n = bars.length;
  return arena.scope(() => {
    const [open, high, low, close] = [0, 1, 2, 3].map((place) => arena.put(Float64Array.from(bars, (bar) => bar[place])));
    const columns = arena.put(new Float64Array(COLUMNS));
    arena.view(columns, COLUMNS).set([close, open, high, low, arena.put(Float64Array.from(scores))]);
    const settings = arena.put(new Float64Array(SETTINGS));
    arena.view(settings, SETTINGS).set([1000, ...costs, 0.5, 0.5, ...stops, 0, 1]);
    const [state, equity, records] = [arena.take(STATE), arena.take(n), arena.take(n * TRADE_RECORD)];
    const run = arena.block(backtestBlock, { columns, settings, state, first: 0, equity, weight: 0, records, room: n });
    kernels.backtestStart(settings, 0, state);
    kernels.backtestRun(run, 0, n);
    const values = arena.view(state, STATE);
    return [...arena.view(equity, n), values[AT.allFees] + values[AT.allSlippage]];
  });
}

/** Half the capital buys 50 units at 11 and sells them at 18: 14.5 of fees, 150 of slippage. */
const COSTS: Example = {
  bars: [
    [10, 10, 10, 10],
    [10, 10, 10, 10],
    [20, 20, 20, 20],
  ],
  scores: [1, 0, 0],
  costs: [0.01, 0, 0.1, 0.5],
  stops: [0, 0, 0],
};
/** Long at 100, a gap through the stop at 95; short at 92, stopped out at 96.6; no new entry until the score has left that side. */
const STOPS: Example = {
  bars: [
    [100, 100, 100, 100],
    [100, 101, 99, 100],
    [90, 93, 89, 92],
    [92, 92, 91, 92],
    [92, 99, 90, 91],
    [91, 91, 91, 91],
  ],
  scores: [1, 1, -1, -1, -1, -1],
  costs: [0, 0, 0, 1],
  stops: [0.05, 0.1, 0],
};

async function weightsError(context: JobContext): Promise<number> {
  const kernels = await context.load("backtest");
  const { arena } = context;
  return arena.scope(() => {
    const closes = Float64Array.of(100, 110, 99, 88, 110);
    const [values, out] = [arena.put(closes), arena.take(5)];
    const [long, short] = [1, -1].map((side) => {
      const pressure = { closes: values, window: 22, lossAversion: 2.25, strength: 0.5, side, base: 0, out };
      kernels.pressureWeights(arena.block(pressureBlock, pressure), 0, 5);
      return [...arena.view(out, 5)];
    });
    kernels.volatilityWeights(arena.put(Float64Array.of(0.005, 0.02, 0.04, Number.NaN, 0)), 0, 5, 0.01, out);
    const expected = [1, 1, 0.8875, 0.775, 1, 1, 0.8875, 1, 1, 0.71875, 1, 0.5, 0.25, Number.NaN, 1];
    return largestError([...long, ...short, ...arena.view(out, 5)], expected);
  });
}

/**
 * Two instruments share 1,000, half for each: one rises from 10 to 12 and is sold at the end, the other is bought at 20, has no price on the
 * third row, and is also sold at 25.
 */
async function sharedError(context: JobContext): Promise<number> {
  const kernels = await context.load("backtest");
  const { arena } = context;
  const [n, count] = [5, 2];
  return arena.scope(() => {
    const put = (...values: number[]) => arena.put(Float64Array.from(values));
    const scores = put(1, 1, 1, 1, 1);
    const tables = put(put(10, 10, 11, 12, 12), 0, 0, 0, scores, 0, 0, put(20, 20, Number.NaN, 25, 25), 0, 0, 0, scores, 0, 0);
    const settings = arena.put(new Float64Array(SETTINGS));
    arena.view(settings, SETTINGS).set([1000, 0, 0, 0, 0.5, 0.5, 0.5]);
    const [states, account, book, equity] = [count * STATE, ACCOUNT, count * BOOK, n].map((length) => arena.take(length));
    const records = arena.take(count * n * TRADE_RECORD);
    const results = { equity, weight: 0, records, room: n };
    const shared = arena.block(sharedBacktestBlock, { tables, settings, count, states, account, book, rejected: 0, ...results });
    kernels.sharedStart(shared);
    kernels.sharedRun(shared, 0, n);
    kernels.sharedEnd(shared, n - 1);
    const profits = [0, 1].map((k) => arena.view(states + 8 * k * STATE, STATE)[AT.net]);
    return largestError([...arena.view(equity, n), ...profits, arena.read(account)], [1000, 1000, 1050, 1225, 1225, 100, 125, 1225]);
  });
}

/** Packs and unpacks values of traded rows; scales shares of 1/1 and 1/3 from a mean deviation of 1.5 to 0.75. */
async function tradedRowsError(context: JobContext): Promise<number> {
  const kernels = await context.load("backtest");
  const { arena } = context;
  return arena.scope(() => {
    const put = (...values: number[]) => arena.put(Float64Array.from(values));
    const [packed, rows, others, back] = [4, 4, 4, 4].map((length) => arena.take(length));
    const count = kernels.packTraded(put(Number.NaN, 5, Number.NaN, 7), 0, 4, 0, packed, rows);
    kernels.takeRows(put(1, 2, 3, 4), rows, 0, count, others);
    kernels.unpackTraded(arena.block(tradedValuesBlock, { values: packed, rows, count, n: 4, carry: 1, out: back }), 0, count);
    const own = [count, ...arena.view(others, 2), ...arena.view(back, 4)];
    const outs = [arena.take(1), arena.take(1)];
    const instruments = { deviations: put(put(1), put(3)), factors: put(0, put(0.5)), outs: put(...outs), count: 2, target: 0.75 };
    kernels.volatilityShares(arena.block(volatilitySharesBlock, instruments), 0, 1);
    const shares = outs.map((address) => arena.read(address));
    return largestError([...own, ...shares], [2, 2, 4, Number.NaN, 5, 5, 7, 0.375, 0.0625]);
  });
}

/** Comparisons, joined conditions, choices by them, and the measures specific to blocks, on a few values. */
async function blocksError(context: JobContext): Promise<number> {
  const kernels = await context.load("backtest");
  const { arena } = context;
  return arena.scope(() => {
    const put = (...values: number[]) => arena.put(Float64Array.from(values));
    const n = 5;
    const [closes, level] = [put(1, 3, 2, 4, 1), put(2, 2, 2, 2, 2)];
    const columns = Array.from({ length: 8 }, () => arena.take(n));
    const [highest, lowest, change, above, crosses, all, chosen, short] = columns;
    kernels.priorExtreme(closes, 0, n, 2, 1, highest);
    kernels.priorExtreme(closes, 0, n, 2, -1, lowest);
    kernels.percentChange(closes, 0, n, 1, change);
    kernels.compareColumns(closes, level, 0, 0, n, above);
    kernels.compareColumns(closes, level, 2, 0, n, crosses);
    kernels.joinConditions(above, crosses, 0, 0, n, all);
    kernels.chooseColumns(all, closes, put(-1, -2, -3, -4, -5), 0, n, chosen);
    const weights = [...arena.view(chosen, n)];
    kernels.splitWeights(chosen, 0, n, chosen, short);
    const nan = Number.NaN;
    return largestError(
      [...columns.slice(0, 6).flatMap((address) => [...arena.view(address, n)]), ...weights, ...arena.view(short, n)],
      [nan, nan, 3, 3, 4, nan, nan, 1, 2, 2, nan, 200, -100 / 3, 100, -75, 0, 1, 0, 1, 0, nan, 1, 0, 1, 0, 0, 1, 0, 1, 0].concat([
        -1, 3, -3, 4, -5, 1, 0, 3, 0, 5,
      ]),
    );
  });
}

/** Up from 8 to 14, down from 14 to 7, with the state carried over between two calls. */
async function swingsError(context: JobContext): Promise<number> {
  const kernels = await context.load("backtest");
  const { arena } = context;
  return arena.scope(() => {
    const [equity, state] = [arena.put(Float64Array.of(10, 8, 12, 14, 7, 9)), arena.take(5)];
    kernels.equitySwings(equity, 0, 3, state);
    kernels.equitySwings(equity, 3, 6, state);
    return largestError([...arena.view(state, 5)], [7, 14, 6, 0.75, 7]);
  });
}

export const checks: SelfCheck[] = [
  {
    kernel: "backtestRun",
    source: "two backtests worked by hand",
    tolerance: 1e-12,
    errorOf: async (context) => {
      const left = (900 / 92) * (92 - 96.6) + 900;
      const expected = [1000, 944.5, 1335.5, 164.5, 1000, 1000, 900, 900, left, left, 0];
      return largestError([...(await equityOf(context, COSTS)), ...(await equityOf(context, STOPS))], expected);
    },
  },
  { kernel: "sharedRun", source: "a backtest of two instruments worked by hand", tolerance: 1e-12, errorOf: sharedError },
  { kernel: "volatilityShares", source: "closed form", tolerance: 1e-14, errorOf: tradedRowsError },
  { kernel: "compareColumns", source: "definition, worked by hand", tolerance: 1e-12, errorOf: blocksError },
  { kernel: "equitySwings", source: "worked by hand", tolerance: 1e-15, errorOf: swingsError },
  { kernel: "pressureWeights", source: "closed form", tolerance: 1e-14, errorOf: weightsError },
];
