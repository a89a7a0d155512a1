import { beforeAll, describe, expect, it } from "vitest";
import { AT, type BacktestKernels } from "../../../workers/backtest/layout";
import type { JobContext } from "../../../workers/runtime/job";
import { testContext } from "../context";
import { type Bar, type PlainRules, plainBacktest } from "../reference/backtest";
import { closesOnly, generator, ohlc, RULES, randomBars, runKernel } from "./backtest-run";

let context: JobContext;
let kernels: BacktestKernels;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("backtest");
});

const run = (bars: Bar[], scores: number[], rules: Partial<PlainRules> = {}, options = {}) =>
  runKernel(context, kernels, bars, scores, null, { ...RULES, ...rules }, options);
/** The fields of a trade that a worked example states. */
const told = (result: ReturnType<typeof run>) =>
  result.trades.map(({ entryRow, exitRow, entryPrice, exitPrice, exit }) => [
    entryRow,
    exitRow,
    Number(entryPrice.toFixed(9)),
    Number(exitPrice.toFixed(9)),
    exit,
  ]);

describe("worked examples: fills", () => {
  const bars = ohlc([10, 10, 10, 10], [11, 13, 11, 12], [14, 15, 13, 13], [12, 12, 9, 10]);

  it("a signal at a close is filled at the next open", () => {
    const result = run(bars, [1, 1, 0, 0]);
    expect(told(result)).toEqual([[1, 3, 11, 12, "signal"]]);
    expect([...result.equity]).toEqual([1000, (1000 / 11) * 12, (1000 / 11) * 13, (1000 / 11) * 12]);
    expect([...result.weight]).toEqual([0, 1, 1, 0]);
  });

  it("without opens, at the next close", () => {
    const result = run(closesOnly(10, 12, 13, 10), [1, 0, 0, 0]);
    expect(told(result)).toEqual([[1, 2, 12, 13, "signal"]]);
  });

  it("at the close of the signal only on request", () => {
    const result = run(bars, [1, 0, 0, 0], { onClose: true });
    expect(told(result)).toEqual([[0, 1, 10, 12, "signal"]]);
  });

  it("short positions mirror long ones, and a reversal is two orders at one price", () => {
    const result = run(bars, [-1, 1, 0, 0]);
    expect(told(result)).toEqual([
      [1, 2, 11, 14, "reversal"],
      [2, 3, 14, 12, "signal"],
    ]);
    const units = 1000 / 11;
    const left = 1000 + units * (11 - 14);
    expect(result.equity[1]).toBeCloseTo(1000 + units * (11 - 12), 10);
    expect(result.cash).toBeCloseTo((left / 14) * 12, 10);
    expect(result.state[AT.allOrders]).toBe(4);
  });

  it("a trade open at the end does not count as closed, unless closing is requested", () => {
    const open = run(bars, [1, 1, 1, 1]);
    expect(open.trades).toEqual([]);
    expect(open.quantity).toBeCloseTo(1000 / 11, 12);
    expect(told(run(bars, [1, 1, 1, 1], {}, { end: true }))).toEqual([[1, 3, 11, 10, "end"]]);
  });

  it("closing at the end uses the last close of the twin's account, costs included", () => {
    const rules = { ...RULES, fee: 0.001, slippage: 0.002, fixed: 0.5 };
    const random = generator(91);
    for (let round = 0; round < 20; round++) {
      const table = randomBars(40, random);
      // The last score but one opens or keeps a position on either side.
      const scores = table.map((_, t) => (t < 30 ? 2 * random() - 1 : round % 2 === 0 ? 1 : -1));
      const plain = plainBacktest(
        table,
        scores,
        table.map(() => 1),
        rules,
      );
      const { side, units } = plain.open!;
      const last = table[table.length - 1].close;
      const price = last * (1 - side * rules.slippage);
      const settled = plain.cash[plain.cash.length - 1] + side * units * price - units * price * rules.fee - rules.fixed;
      const closed = run(table, scores, rules, { end: true });
      expect(closed.quantity).toBe(0);
      expect(closed.cash).toBeCloseTo(settled, 8);
      expect(closed.trades.length).toBe(plain.trades.length + 1);
    }
  });

  it("a position is held until the score falls back to the exit level", () => {
    const flat = closesOnly(...Array.from({ length: 8 }, () => 10));
    const rules = { enter: 1.5, exit: 0.2 };
    const held = told(run(flat, [1, 2, 1, 0.3, 0.1, 1, -1.6, 0], rules));
    expect(held).toEqual([[2, 5, 10, 10, "signal"]]);
    expect(run(flat, [1, 2, 1, 0.3, 0.1, 1, -1.6, 0], rules).quantity).toBe(-100);
  });
});

describe("worked examples: costs", () => {
  const bars = ohlc([10, 10, 10, 10], [10, 10, 10, 10], [20, 20, 20, 20]);

  it("fee and slippage are paid on both sides and itemised", () => {
    const result = run(bars, [1, 0, 0], { fee: 0.01, slippage: 0.1, size: 0.5 });
    const [trade] = result.trades;
    // 50 units at 11 (5.5 fee, 50 slippage), sold at 18 (9 fee, 100 slippage).
    expect(trade.quantity).toBe(50);
    expect(trade.entryPrice).toBeCloseTo(11, 12);
    expect(trade.exitPrice).toBeCloseTo(18, 12);
    expect(trade.fees).toBeCloseTo(5.5 + 9, 10);
    expect(trade.slipped).toBeCloseTo(150, 10);
    expect(trade.gross).toBeCloseTo(500, 10);
    expect(result.cash).toBeCloseTo(1000 + 500 - 14.5 - 150, 10);
    expect(result.state[AT.turnover]).toBeCloseTo(550 + 900, 10);
  });

  it("a full-size order buys (cash - fixed) / (1 + fee) / price, to the cent", () => {
    const result = run(bars, [1, 1, 1], { fee: 0.01, slippage: 0.1, fixed: 7 });
    expect(result.quantity).toBeCloseTo(993 / (1.01 * 11), 12);
    expect(result.cash).toBeGreaterThanOrEqual(0);
    expect(result.cash).toBeLessThan(1e-9);
  });

  it("a short sale is worth no more than what is owned after costs", () => {
    const result = run(bars.slice(0, 2), [-1, -1], { fee: 0.01, slippage: 0.1, fixed: 7 });
    expect(-result.quantity * 10).toBeCloseTo(result.equity[1], 9);
  });

  it("an order costs its share of the value and a fee per unit, at least the minimum, plus the fixed costs", () => {
    // 50 units at 10 and at 20: 5 and 10 by value, 2.5 each by units.
    const paid = (rules: Partial<PlainRules>) => run(bars, [1, 0, 0], { size: 0.5, ...rules }).trades[0].fees;
    expect(paid({ fee: 0.01, unit: 0.05 })).toBeCloseTo(7.5 + 12.5, 12);
    expect(paid({ fee: 0.01, unit: 0.05, least: 8 })).toBeCloseTo(8 + 12.5, 12);
    expect(paid({ fee: 0.01, unit: 0.05, least: 20, fixed: 1 })).toBeCloseTo(21 + 21, 12);
  });

  it("a full-size order leaves exactly the larger of commission and minimum", () => {
    const bought = (rules: Partial<PlainRules>) => run(bars, [1, 1, 1], { fee: 0.01, slippage: 0.1, fixed: 7, ...rules });
    expect(bought({ unit: 0.5 }).quantity).toBeCloseTo(993 / (1.01 * 11 + 0.5), 12);
    expect(bought({ unit: 0.5, least: 60 }).quantity).toBeCloseTo(933 / 11, 12);
    for (const least of [0, 30, 60]) {
      const { cash } = bought({ unit: 0.5, least });
      expect(cash).toBeGreaterThanOrEqual(0);
      expect(cash).toBeLessThan(1e-9);
    }
    expect(bought({ least: 993 }).canceled).toEqual([1]);
    const short = run(bars.slice(0, 2), [-1, -1], { fee: 0.01, slippage: 0.1, unit: 0.5, least: 80 });
    expect(-short.quantity * 10).toBeCloseTo(short.equity[1], 9);
  });

  it("a short position pays each step's borrow fee on the previous close, charged to its trade", () => {
    // 50 units sold at 10: 1% of 500 and of 1,000 and of 600; bought back at the open of the last bar.
    const path = ohlc([10, 10, 10, 10], [10, 10, 10, 10], [20, 20, 20, 20], [12, 12, 12, 12], [11, 11, 11, 11]);
    const result = run(path, [-1, -1, -1, 0, 0], { size: 0.5, borrow: 0.01, enter: 0.5, exit: 0.5 });
    expect([...result.equity]).toEqual([1000, 1000, 1000 - 500 - 5, 1000 - 100 - 15, 1000 - 50 - 21]);
    expect(result.trades[0]).toMatchObject({ entryRow: 1, exitRow: 4, gross: -50, fees: 21 });
    expect(result.state[AT.allBorrow]).toBe(21);
    expect(result.state[AT.allFees]).toBe(0);
    // No fee for a step that is not started, nor for a long position.
    expect(run(path, [-1, -1, -1, -1, -1], { size: 0.5, borrow: 0.01 }, { end: true }).state[AT.allBorrow]).toBe(21);
    expect(run(path, [1, 1, 1, 1, 1], { borrow: 0.01 }).state[AT.allBorrow]).toBe(0);
  });

  it("a borrow fee can wipe out the account", () => {
    const result = run(closesOnly(10, 10, 10, 10), [-1, -1, -1, -1], { borrow: 0.6 });
    expect(result.ruined).toBe(3);
    expect(result.trades[0].exit).toBe("ruin");
  });

  it("fixed costs count per order", () => {
    const result = run(bars, [1, 0, 0], { fixed: 7, size: 0.5 });
    expect(result.trades[0].fees).toBe(14);
  });

  it("whole units leave the rest in cash; an order that cannot be paid is listed and waits for a new signal", () => {
    expect(run(bars, [1, 1, 1], { whole: true, capital: 99 }).quantity).toBe(9);
    const poor = run(closesOnly(50, 50, 50, 50, 50, 50, 50), [1, 1, 1, 0, 1, 1, 1], { whole: true, capital: 20 });
    expect(poor.canceled).toEqual([1, 5]);
    expect(poor.trades).toEqual([]);
    expect([...poor.equity]).toEqual([20, 20, 20, 20, 20, 20, 20]);
  });
});

describe("worked examples: stops", () => {
  // Entered at the open of row 1, at 100.
  const then = (...rows: [number, number, number, number][]) => ohlc([100, 100, 100, 100], [100, 101, 99, 100], ...rows);
  const long = [1, 1, 1, 1, 1, 1];
  const short = long.map((score) => -score);

  it("a stop between low and high fills at its level", () => {
    expect(told(run(then([99, 99, 94, 96]), long.slice(0, 3), { stopLoss: 0.05 }))).toEqual([[1, 2, 100, 95, "stop-loss"]]);
    expect(told(run(then([101, 106, 101, 104]), short.slice(0, 3), { stopLoss: 0.05 }))).toEqual([[1, 2, 100, 105, "stop-loss"]]);
  });

  it("a gap through the stop fills at the open", () => {
    expect(told(run(then([90, 93, 89, 92]), long.slice(0, 3), { stopLoss: 0.05 }))).toEqual([[1, 2, 100, 90, "stop-loss"]]);
    expect(told(run(then([112, 112, 101, 104]), short.slice(0, 3), { stopLoss: 0.05 }))).toEqual([[1, 2, 100, 112, "stop-loss"]]);
  });

  it("a profit target fills at its level, or at the open if that is better", () => {
    expect(told(run(then([102, 111, 101, 103]), long.slice(0, 3), { takeProfit: 0.1 }))[0].slice(3)).toEqual([110, "take-profit"]);
    expect(told(run(then([115, 116, 101, 103]), long.slice(0, 3), { takeProfit: 0.1 }))[0].slice(3)).toEqual([115, "take-profit"]);
    expect(told(run(then([85, 99, 80, 95]), short.slice(0, 3), { takeProfit: 0.1 }))[0].slice(3)).toEqual([85, "take-profit"]);
  });

  it("if both levels lie within the bar, the stop comes first", () => {
    const both = { stopLoss: 0.05, takeProfit: 0.05 };
    expect(told(run(then([100, 106, 94, 100]), long.slice(0, 3), both))).toEqual([[1, 2, 100, 95, "stop-loss"]]);
    expect(told(run(then([100, 106, 94, 100]), short.slice(0, 3), both))).toEqual([[1, 2, 100, 105, "stop-loss"]]);
    // A target beyond which the bar opens was reached before its low.
    expect(told(run(then([107, 108, 94, 100]), long.slice(0, 3), both))).toEqual([[1, 2, 100, 107, "take-profit"]]);
  });

  it("an entry at the open can be stopped on its own bar", () => {
    expect(told(run(ohlc([100, 100, 100, 100], [100, 101, 94, 97]), [1, 1], { stopLoss: 0.05 }))).toEqual([[1, 1, 100, 95, "stop-loss"]]);
  });

  it("slippage beyond the stop: the worse of level and open, plus slippage on the exit", () => {
    const result = run(ohlc([100, 100, 100, 100], [100, 100.5, 99, 100]), [1, 1], { stopLoss: 0.01, slippage: 0.02 });
    // Paid 102, stop 100.98 above the open of 100.
    expect(result.trades[0].exitPrice).toBeCloseTo(98, 12);
  });

  it("a trailing stop follows the best price up to the previous bar", () => {
    const bars = then([104, 120, 103, 119], [118, 119, 107, 110]);
    // Best price 120 on row 2, so the stop is 108 on row 3; on row 2 it was still 101 x 0.9.
    expect(told(run(bars, long.slice(0, 4), { trailing: 0.1 }))).toEqual([[1, 3, 100, 108, "trailing-stop"]]);
    const falling = then([96, 97, 80, 81], [82, 89, 81, 88]);
    expect(told(run(falling, short.slice(0, 4), { trailing: 0.1 }))).toEqual([[1, 3, 100, 88, "trailing-stop"]]);
  });

  it("without highs and lows: stops fill at the close beyond the level, targets at the level", () => {
    expect(told(run(closesOnly(100, 100, 90, 90), long.slice(0, 4), { stopLoss: 0.05 }))).toEqual([[1, 2, 100, 90, "stop-loss"]]);
    expect(told(run(closesOnly(100, 100, 120, 90), long.slice(0, 4), { takeProfit: 0.25 / 2 }))).toEqual([
      [1, 2, 100, 112.5, "take-profit"],
    ]);
  });

  it("after a stop the same side is blocked until the score has left it", () => {
    const bars = then([99, 99, 94, 96], [96, 97, 95, 96], [96, 97, 95, 96], [96, 97, 95, 96], [96, 97, 95, 96]);
    const result = run(bars, [1, 1, 1, 1, 0, 1, 1], { stopLoss: 0.05 });
    expect(told(result)).toEqual([[1, 2, 100, 95, "stop-loss"]]);
    expect([...result.weight]).toEqual([0, 1, 0, 0, 0, 0, 1]);
  });

  it("or for a given number of rows", () => {
    const bars = then([99, 99, 94, 96], [96, 97, 95, 96], [96, 97, 95, 96], [96, 97, 95, 96]);
    const result = run(bars, [1, 1, 1, 1, 1, 1], { stopLoss: 0.05, reentry: 2 });
    // Stopped on row 2; the close of row 4 may decide again.
    expect([...result.weight]).toEqual([0, 1, 0, 0, 0, 1]);
  });

  it("an exit signaled at the last close takes precedence over a gap", () => {
    expect(told(run(then([90, 93, 89, 92]), [1, 0, 0], { stopLoss: 0.05 }))).toEqual([[1, 2, 100, 90, "signal"]]);
  });
});

describe("worked examples: changes of weight", () => {
  it("a position is resized beyond the band, and stays one trade", () => {
    const bars = closesOnly(10, 10, 10, 20, 20, 20);
    const result = runKernel(context, kernels, bars, [1, 1, 1, 1, 0, 0], [1, 0.5, 0.45, 1, 1, 1], { ...RULES, band: 0.1 });
    // 100 units; half at 10, a change of 0.05 is ignored; back to 100% at 20: 50 units worth 1000, 500 cash buy 25.
    expect([...result.weight]).toEqual([0, 1, 0.5, 1000 / 1500, 1, 0]);
    expect(result.trades).toHaveLength(1);
    expect(result.trades[0]).toMatchObject({ quantity: 100, orders: 4, invested: 1500, gross: 500 });
  });

  it("an account that reaches zero is closed", () => {
    const result = run(closesOnly(10, 10, 25, 30), [-1, -1, -1, -1]);
    expect(result.ruined).toBe(2);
    expect(result.trades[0]).toMatchObject({ exitRow: 2, exit: "ruin" });
    expect([...result.equity]).toEqual([1000, 1000, -500, -500]);
  });
});

const CASES = Array.from({ length: 60 }, (_, k) => k);

function randomCase(seed: number) {
  const random = generator(seed * 7919 + 13);
  const pick = <T>(...choices: T[]) => choices[Math.floor(random() * choices.length)];
  const n = 300;
  const bars = randomBars(n, random, pick("bars", "bars", "opens", "closes"));
  let score = 0;
  const scores = Array.from({ length: n }, () => (score = 0.8 * score + 2 * (random() - 0.5)));
  const weights = random() < 0.5 ? Array.from({ length: n }, () => 0.5 + 0.5 * random()) : null;
  const rules: PlainRules = {
    capital: pick(1000, 1e6),
    fee: pick(0, 0.001, 0.01),
    fixed: pick(0, 0, 0.5),
    slippage: pick(0, 0.001, 0.02),
    size: pick(1, 0.6),
    enter: pick(0.5, 1),
    exit: pick(0, 0.5, -0.3),
    stopLoss: pick(0, 0.02, 0.05),
    takeProfit: pick(0, 0.03, 0.08),
    trailing: pick(0, 0.03),
    band: pick(0, 0.1),
    shorts: random() < 0.6,
    onClose: random() < 0.2,
    whole: random() < 0.2,
    reentry: pick(0, 0, 5),
    unit: pick(0, 0, 0.05),
    least: pick(0, 0, 0.5),
    borrow: pick(0, 0.0004),
  };
  return { bars, scores, weights, rules, n };
}

describe("against the plain twin", () => {
  it("60 random markets and rules: equity, trades and costs within 1e-9 of the capital", () => {
    let trades = 0;
    const exits = new Set<string>();
    for (const seed of CASES) {
      const { bars, scores, weights, rules, n } = randomCase(seed);
      const own = runKernel(context, kernels, bars, scores, weights, rules);
      const plain = plainBacktest(bars, scores, weights ?? scores.map(() => 1), rules);
      const near = 1e-9 * rules.capital;
      expect(own.ruined).toBe(-1);
      expect(own.trades.map(({ side, entryRow, exitRow, exit }) => [side, entryRow, exitRow, exit])).toEqual(
        plain.trades.map(({ side, entryRow, exitRow, exit }) => [side, entryRow, exitRow, exit]),
      );
      for (let t = 0; t < n; t++) expect(Math.abs(own.equity[t] - plain.equity[t]), `seed ${seed}, row ${t}`).toBeLessThan(near);
      for (const [k, trade] of own.trades.entries()) {
        expect(Math.abs(trade.gross - plain.trades[k].gross)).toBeLessThan(near);
        expect(Math.abs(trade.fees + trade.slipped - plain.trades[k].costs)).toBeLessThan(near);
        exits.add(trade.exit);
      }
      expect(own.canceled).toEqual(plain.canceled.slice(0, 64));
      // Cash is never negative, apart from rounding when all of it is spent.
      expect(Math.min(...plain.cash)).toBeGreaterThan(-near);
      expect(own.cash).toBeGreaterThanOrEqual(0);
      trades += own.trades.length;
    }
    expect(trades).toBeGreaterThan(500);
    expect([...exits].sort()).toEqual(["reversal", "signal", "stop-loss", "take-profit", "trailing-stop"]);
  });
});

describe("invariants, on 60 random markets and rules", () => {
  it("final equity = capital + profits of trades - costs + open profit, to 1e-9", () => {
    for (const seed of CASES) {
      const { bars, scores, weights, rules, n } = randomCase(seed);
      const { state, equity, trades, quantity } = runKernel(context, kernels, bars, scores, weights, rules);
      const closed = trades.reduce((sum, trade) => sum + trade.gross, 0);
      const open = quantity === 0 ? 0 : state[AT.flow] + quantity * bars[n - 1].close;
      const expected = rules.capital + closed + open - state[AT.allFees] - state[AT.allSlippage] - state[AT.allBorrow];
      expect(Math.abs(equity[n - 1] / expected - 1)).toBeLessThan(1e-9);
      expect(state[AT.gross]).toBeCloseTo(closed, 6);
    }
  });

  it("any prefix gives the same equity and trades: no look-ahead", () => {
    for (const seed of CASES) {
      const { bars, scores, weights, rules, n } = randomCase(seed);
      const whole = runKernel(context, kernels, bars, scores, weights, rules);
      for (const length of [50, 137, n - 1]) {
        const part = runKernel(context, kernels, bars.slice(0, length), scores.slice(0, length), weights?.slice(0, length) ?? null, rules);
        expect(part.equity).toEqual(whole.equity.slice(0, length));
        expect(part.trades).toEqual(whole.trades.filter(({ exitRow }) => exitRow < length));
      }
    }
  });

  it("any chunking gives the same bits", () => {
    for (const seed of CASES.slice(0, 20)) {
      const { bars, scores, weights, rules } = randomCase(seed);
      const whole = runKernel(context, kernels, bars, scores, weights, rules);
      for (const chunk of [1, 7, 64]) expect(runKernel(context, kernels, bars, scores, weights, rules, { chunk })).toEqual(whole);
    }
  });

  it("twice the capital gives twice the profit; eight times the prices change nothing", () => {
    for (const seed of CASES) {
      const { bars, scores, weights, rules } = randomCase(seed);
      const free = { ...rules, fixed: 0, unit: 0, least: 0, whole: false };
      const whole = runKernel(context, kernels, bars, scores, weights, free);
      const double = runKernel(context, kernels, bars, scores, weights, { ...free, capital: 2 * free.capital });
      expect(double.equity.map((value) => value / 2)).toEqual(whole.equity);
      const dear = bars.map(({ open, high, low, close }) => ({
        open: open && 8 * open,
        high: high && 8 * high,
        low: low && 8 * low,
        close: 8 * close,
      }));
      expect(runKernel(context, kernels, dear, scores, weights, free).equity).toEqual(whole.equity);
    }
  });

  it("costs only reduce equity if nothing else changes", () => {
    for (const seed of CASES.slice(0, 20)) {
      const { bars, scores, rules, n } = randomCase(seed);
      const last = (fee: number) =>
        runKernel(context, kernels, bars, scores, null, {
          ...rules,
          whole: false,
          fixed: 0,
          least: 0,
          stopLoss: 0,
          takeProfit: 0,
          trailing: 0,
          fee,
        }).equity[n - 1];
      const ends = [0, 0.001, 0.005, 0.02].map(last);
      expect(ends).toEqual([...ends].sort((a, b) => b - a));
      expect(ends[3]).toBeLessThan(ends[0]);
    }
  });

  it("always long without costs is the ratio of prices, to 1e-12; shifting the score by a day changes the result", () => {
    const { bars, n, scores } = randomCase(4);
    const always = run(
      bars,
      bars.map(() => 1),
    );
    const paid = bars[1].open ?? bars[1].close;
    for (let t = 1; t < n; t++) expect(Math.abs((always.equity[t] / 1000) * (paid / bars[t].close) - 1)).toBeLessThan(1e-12);
    expect(run(bars, [0, ...scores.slice(0, -1)]).equity).not.toEqual(run(bars, scores).equity);
  });

  it("the same bits in every engine: a digest of 20 runs", () => {
    let digest = 0;
    for (const seed of CASES.slice(0, 20)) {
      const { bars, scores, weights, rules } = randomCase(seed);
      const { equity } = runKernel(context, kernels, bars, scores, weights, { ...rules, unit: 0, least: 0, borrow: 0 });
      for (const byte of new Uint8Array(equity.buffer, equity.byteOffset, equity.byteLength)) digest = (Math.imul(digest, 31) + byte) | 0;
    }
    expect(digest).toBe(1533486154);
  });
});
