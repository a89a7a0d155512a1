import { expect, it } from "vitest";
import { backtestBlock, sweepBlock, weightedScoreBlock } from "../../assembly/build/backtest-layouts.js";
import { AT, COLUMNS, STATE, SWEEP_ROW, SWEEP_SUMS } from "../../workers/backtest/layout";
import { generator, RULES } from "../kernels/backtest/backtest-run";
import { type PlainRules, plainBacktest } from "../kernels/reference/backtest";
import { benchContext } from "./context";
import { atMost, faster, measure, report, tabulate } from "./measure";
import { nativeInput, nativePeer } from "./native";
import { pricePath } from "./paths";
import { atMostFloor } from "./yardstick";

const context = await benchContext();
const kernels = await context.load("backtest");
const { arena, kernels: core } = context;
/** Rows per call, as in the jobs. */
const CHUNK = 32_768;
const MILLION = 1_000_000;

/** The engine's settings as one row of numbers. */
function settingsOf(rules: PlainRules): number {
  const { capital, fee, fixed, slippage, size, enter, exit, stopLoss, takeProfit, trailing, band, shorts, onClose, whole, reentry } = rules;
  const flags = [shorts, onClose, whole].map(Number);
  return arena.put(
    Float64Array.of(capital, fee, fixed, slippage, size, enter, exit, stopLoss, takeProfit, trailing, band, ...flags, reentry),
  );
}

/** Runs the engine over the rows of one column like a job. @returns the final equity */
function runner(columns: number[], rules: PlainRules, n: number) {
  const [state, equity] = [arena.take(STATE), arena.take(n)];
  const table = arena.put(Float64Array.from({ length: COLUMNS }, (_, k) => columns[k] ?? 0));
  const settings = settingsOf(rules);
  const block = arena.block(backtestBlock, { columns: table, settings, state, first: 0, equity, weight: 0, records: 0, room: 0 });
  const run = () => {
    kernels.backtestStart(settings, 0, state);
    for (let from = 0; from < n; from += CHUNK) kernels.backtestRun(block, from, Math.min(n, from + CHUNK));
    return arena.read(equity + 8 * (n - 1));
  };
  return { run, trades: () => arena.view(state, STATE)[AT.trades] };
}

const FEE = 0.001;
const closing: PlainRules = { ...RULES, capital: 1e6, fee: FEE, enter: 0, exit: 0, shorts: false };

it("a sweep of 400 pairs of averages over 50,000 bars", async ({ task }) => {
  const n = 50_000;
  const fasts = Array.from({ length: 20 }, (_, k) => 5 + k);
  const slows = Array.from({ length: 20 }, (_, k) => 30 + 5 * k);
  const prices = pricePath(n, 5);
  const close = arena.put(prices);
  const averages = [...fasts, ...slows].map((period) => ({ period, at: arena.take(n) }));
  const [score, state, equity, returns, out] = [n, STATE, n, n, SWEEP_ROW].map((length) => arena.take(length));
  const columns = arena.put(Float64Array.of(close, 0, 0, 0, score, 0, 0));
  const sweep = arena.block(sweepBlock, { columns, table: settingsOf(closing), first: 0, n, target: 0, state, equity, returns, out });
  const scores = { first: 0, firstWeight: 1, second: 0, secondWeight: -1, third: 0, thirdWeight: 0, out: score };
  const pairs = fasts.flatMap((_, i) =>
    slows.map((_, j) => arena.block(weightedScoreBlock, { ...scores, first: averages[i].at, second: averages[20 + j].at })),
  );
  const everyAverage = () => {
    for (const { period, at } of averages) core.ema(close, 0, n, period, at);
  };
  const run = () => {
    everyAverage();
    let sum = 0;
    for (const pair of pairs) {
      kernels.weightedScore(pair, 0, n);
      kernels.backtestSweep(sweep, 0, 1);
      sum += arena.read(equity + 8 * (n - 1));
    }
    return sum;
  };
  const sum = run();
  const [ours, cpp, alone] = await measure(
    [
      { name: "kernels, one thread", run },
      nativePeer("C++ plain", "ema-pairs", nativeInput(prices), [FEE], sum),
      { name: "the forty averages among them", run: everyAverage },
    ],
    5,
  );
  report(task.meta, "400 pairs of averages, 50,000 bars, with figures", [ours, cpp, alone], { count: 400 * n, unit: "value" }, [
    atMostFloor("400 pairs of averages with figures, per bar", ours.millis, "chain", 400 * n, 6),
    faster("400 pairs of averages against C++ plain", cpp, ours, 1),
    atMost("share of the averages in that sweep", alone.millis / ours.millis, 0.05, ""),
  ]);
  expect(arena.view(out, SWEEP_ROW)[SWEEP_SUMS + 1 + AT.trades]).toBeGreaterThan(100);
});

it("8 columns of a million bars", async ({ task }) => {
  const columns = Array.from({ length: 8 }, (_, k) => pricePath(MILLION, 11 + k));
  const addresses = columns.map((prices) => arena.put(prices));
  const [fast, slow] = [arena.take(MILLION), arena.take(MILLION)];
  const crossings = addresses.map((close) => {
    core.ema(close, 0, MILLION, 10, fast);
    core.ema(close, 0, MILLION, 50, slow);
    const out = arena.take(MILLION);
    const scores = { first: fast, firstWeight: 1, second: slow, secondWeight: -1, third: 0, thirdWeight: 0, out };
    kernels.weightedScore(arena.block(weightedScoreBlock, scores), 0, MILLION);
    return out;
  });
  // In on one close and out on the next: an order on every bar.
  const everyBar = arena.put(Float64Array.from({ length: MILLION }, (_, t) => (t % 2 === 0 ? 1 : -1)));
  const rare = addresses.map((close, k) => runner([close, 0, 0, 0, crossings[k]], closing, MILLION));
  const free = { ...closing, fee: 0, onClose: true };
  const each = addresses.map((close) => runner([close, 0, 0, 0, everyBar], free, MILLION));
  for (const [runs, scores, rules] of [
    [rare, crossings[0], closing],
    [each, everyBar, free],
  ] as const) {
    const bars = Array.from(columns[0], (close) => ({ open: null, high: null, low: null, close }));
    const twin = plainBacktest(bars, Array.from(arena.view(scores, MILLION)), new Array(MILLION).fill(1), rules);
    expect(runs[0].run() / twin.equity[MILLION - 1]).toBeCloseTo(1, 8);
  }
  const all = (runs: typeof rare) => () => runs.reduce((sum, { run }) => sum + run(), 0);
  const [crossed, ordered] = await measure(
    [
      { name: "crossings of averages", run: all(rare) },
      { name: "an order on every bar", run: all(each) },
    ],
    5,
  );
  const count = (runs: typeof rare) => runs.reduce((sum, { trades }) => sum + trades(), 0);
  const title = `8 columns of a million bars, one thread: ${count(rare)} trades, then ${count(each)}`;
  report(task.meta, title, [crossed, ordered], { count: 8 * MILLION, unit: "value" }, [
    atMostFloor("backtest of 8 million bars, crossings, per bar", crossed.millis, "chain", 8 * MILLION, 4),
    atMostFloor("backtest of 8 million orders, per order", ordered.millis, "chain", 8 * MILLION, 17),
  ]);
  tabulate(task.meta, "backtest, an order on every bar", MILLION, ordered, { count: 8 * MILLION });
});

it("10 million bars of one series with stops", async ({ task }) => {
  const n = 10 * MILLION;
  const random = generator(17);
  const close = pricePath(n, 23);
  const open = close.map((price, t) => (t === 0 ? price : close[t - 1]));
  const high = close.map((price, t) => Math.max(price, open[t]) * (1 + 0.004 * random()));
  const low = close.map((price, t) => Math.min(price, open[t]) * (1 - 0.004 * random()));
  const [atClose, atOpen, atHigh, atLow] = [close, open, high, low].map((values) => arena.put(values));
  const [slow, score] = [arena.take(n), arena.take(n)];
  for (let from = 0; from < n; from += CHUNK) core.ema(atClose, from, Math.min(n, from + CHUNK), 50, slow);
  const scores = { first: atClose, firstWeight: 1, second: slow, secondWeight: -1, third: 0, thirdWeight: 0, out: score };
  kernels.weightedScore(arena.block(weightedScoreBlock, scores), 0, n);
  const rules = { ...closing, enter: 0.5, stopLoss: 0.03, takeProfit: 0.08, shorts: true };
  const fixed = runner([atClose, atOpen, atHigh, atLow, score], rules, n);
  const trailed = runner([atClose, atOpen, atHigh, atLow, score], { ...rules, trailing: 0.03 }, n);
  const [withStops, withTrail] = await measure(
    [
      { name: "stops and goals", run: fixed.run },
      { name: "and a trailing stop", run: trailed.run },
    ],
    3,
  );
  const title = `10 million bars, one thread: ${fixed.trades()} trades, with a trailing stop ${trailed.trades()}`;
  report(task.meta, title, [withStops, withTrail], { count: n, unit: "value" }, [
    atMostFloor("backtest of 10 million bars with stops, per bar", withStops.millis, "chain", n, 8),
    atMostFloor("backtest of 10 million bars, trailing stop, per bar", withTrail.millis, "chain", n, 10),
  ]);
});
