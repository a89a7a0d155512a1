import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { goldenText } from "../../fixtures/golden";
import { type ColumnKernel, runColumn } from "../columns";
import { testContext } from "../context";

/** Codes of the functions of `rollWindow`. */
const DEVIATION = 4;
const DECAY = 8;

let context: JobContext;
let factors: KernelsOf<"factors">;
let closes: Float64Array;
beforeAll(async () => {
  context = await testContext();
  factors = await context.load("factors");
  closes = Float64Array.from(((await goldenText("series/talib_closes252.txt")) ?? "").trim().split(/\s+/), Number);
});

const run = (values: Float64Array, kernel: ColumnKernel) => runColumn(context.kernels, values, kernel);
const ema = (values: Float64Array, n: number) => run(values, (at, from, to) => context.kernels.ema(at.values, from, to, n, at.out));
const sma = (values: Float64Array, n: number) => run(values, (at, from, to) => context.kernels.sma(at.values, from, to, n, at.out));
const rsi = (values: Float64Array, n: number) =>
  run(values, (at, from, to) => context.kernels.rsi(at.values, from, to, n, at.out, at.state));
const roll = (n: number, operator: number) => {
  const { arena } = context;
  return arena.scope(() => {
    const [x, out] = [arena.put(closes), arena.take(closes.length)];
    factors.rollWindow(x, 0, closes.length, n, operator, out);
    return arena.view(out, closes.length).slice();
  });
};
/** TA-Lib divides by n, the window function by n - 1. */
const deviation = (n: number) => roll(n, DEVIATION).map((value) => value * Math.sqrt((n - 1) / n));
/** To the printed number of digits. */
const printed = (found: number, expected: number, digits: number) => expect(Math.abs(found - expected)).toBeLessThan(0.51 * 10 ** -digits);

/** Figures from TA-Lib's own regression test; those that need the highs and lows of its file are omitted, since it is not included here. */
describe("TA-Lib's regression test on its 252 closes", () => {
  it("MACD 12, 26, 9: both averages and that of their difference, each seeded with its first mean", () => {
    const slow = ema(closes, 26);
    // Both averages are seeded with the mean ending at bar 26.
    const fast = ema(closes.slice(14), 12);
    const macd = slow.slice(25).map((value, i) => fast[i + 11] - value);
    printed(macd[8], -1.9738314, 7);
    printed(ema(macd, 9)[8], -2.7071077, 7);
  });

  it("Bollinger bands of 20 closes and 2 deviations, and deviations of 5", () => {
    const [middle, width] = [sma(closes, 20)[19], 2 * deviation(20)[19]];
    printed(middle + width, 98.07339, 5);
    printed(middle, 92.891, 3);
    printed(middle - width, 87.70861, 5);
    const five = deviation(5);
    for (const [t, value] of [
      [4, 1.2856461],
      [5, 0.4462466],
      [251, 0.7143557],
    ])
      printed(five[t], value, 7);
  });

  it("simple and weighted means of 30, and Chande's momentum of 14", () => {
    // The printed value is truncated, not rounded.
    expect(Math.floor(1e2 * sma(closes, 30)[29]) / 1e2).toBe(90.42);
    expect(Math.floor(1e3 * roll(30, DECAY)[29]) / 1e3).toBe(88.567);
    // TA-Lib smooths gains and losses by Wilder's method: 100 (G - L) / (G + L).
    printed(2 * rsi(closes, 14)[14] - 100, -1.7, 1);
  });
});
