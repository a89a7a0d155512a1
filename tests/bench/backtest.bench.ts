import * as v from "valibot";
import { expect, it } from "vitest";
import { backtestBlock, sweepBlock } from "../../assembly/build/backtest-layouts.js";
import { runBacktest } from "../../workers/backtest/jobs/run-backtest";
import { COLUMNS, STATE, SWEEP_ROW } from "../../workers/backtest/layout";
import { BACKTEST_DEFAULTS, strategySchema } from "../../workers/backtest/schema";
import { settingsRow } from "../../workers/backtest/settings-row";
import { sweepPart } from "../../workers/backtest/sweep-part";
import { generator, RULES, randomBars } from "../kernels/backtest/backtest-run";
import { type Bar, plainBacktest } from "../kernels/reference/backtest";
import { benchContext } from "./context";
import { faster, measure, report, tabulate } from "./measure";
import { atMostFloor } from "./yardstick";

const context = await benchContext();
const kernels = await context.load("backtest");

const N = 2500;
const bars = randomBars(N, generator(3), "bars", 0.6);
const column = (key: keyof Bar) => Float64Array.from(bars, (bar) => bar[key] ?? Number.NaN);
const prices = { open: column("open"), high: column("high"), low: column("low"), close: column("close") };
let last = 0;
const random = generator(9);
const scores = Array.from({ length: N }, () => (last = 0.95 * last + 0.6 * (random() - 0.5)));

it("engine, one run and a grid", async ({ task }) => {
  const { arena } = context;
  const runs = 100;
  const columns = arena.put(new Float64Array(COLUMNS));
  const addresses = [prices.close, prices.open, prices.high, prices.low, Float64Array.from(scores)].map((values) => arena.put(values));
  arena.view(columns, COLUMNS).set([...addresses, 0, 0]);
  const thresholds = Array.from({ length: runs }, (_, k) => 0.3 + 0.01 * k);
  const rows = thresholds.map((threshold) =>
    settingsRow(
      { ...BACKTEST_DEFAULTS, direction: "long-short" },
      v.parse(strategySchema, { type: "momentum", parameters: { threshold } }),
    ),
  );
  const table = arena.put(Float64Array.from(rows.flat()));
  const [state, equity, returns] = [STATE, N, N].map((length) => arena.take(length));
  const out = arena.take(runs * SWEEP_ROW);
  const sweep = arena.block(sweepBlock, { columns, table, first: 0, n: N, target: 0, state, equity, returns, out });
  const single = arena.block(backtestBlock, { columns, settings: table, state, first: 0, equity, weight: 0, records: 0, room: 0 });
  const grid = () => kernels.backtestSweep(sweep, 0, runs);
  const engine = () => {
    kernels.backtestStart(table, 0, state);
    return kernels.backtestRun(single, 0, N);
  };
  const rules = { ...RULES, capital: 1e6, fee: 0.001, slippage: 0.001, enter: 0.3, exit: 0, stopLoss: 0.02, takeProfit: 0.05, band: 0.1 };
  const ones = scores.map(() => 1);
  const twin = () => plainBacktest(bars, scores, ones, rules);
  engine();
  expect(arena.view(equity, N)[N - 1]).toBeCloseTo(twin().equity[N - 1], 3);
  const [one, plain] = await measure([
    { name: "engine, long and short, stops and goals", run: engine },
    { name: "test twin", run: twin },
  ]);
  report(task.meta, `Backtest, ${N} bars`, [one, plain], { count: N, unit: "value" }, [
    faster("backtest engine against its plain twin", plain, one, 5),
  ]);
  tabulate(task.meta, "backtest engine", N, one, { twin: plain });
  const [swept] = await measure([{ name: `${runs} runs with figures`, run: grid }]);
  // Six steps per bar amount to 10,000 combinations of 2,500 bars in 0.2 s at 4.5 GHz.
  report(task.meta, `Backtests of a grid, ${N} bars`, [swept], { count: runs * N, unit: "value" }, [
    atMostFloor("sweep of combinations with figures, per bar", swept.millis, "chain", runs * N, 6),
  ]);
  tabulate(task.meta, "backtest sweep, 100 settings", N, swept, { count: runs * N });
});

it("jobs", async ({ task }) => {
  const strategy = v.parse(strategySchema, { type: "momentum" });
  const axes = [
    { parameter: "lookback" as const, values: Array.from({ length: 10 }, (_, k) => 5 * (k + 1)) },
    { parameter: "threshold" as const, values: Array.from({ length: 25 }, (_, k) => 0.1 * (k + 1)) },
    { parameter: "stopLoss" as const, values: [0, 0.02, 0.05, 0.1] },
  ];
  const part = { bars: prices, strategy, trials: { axes, paired: false }, settings: BACKTEST_DEFAULTS, from: 0, to: 1000 };
  const timings = await measure(
    [
      { name: "run-backtest, adjusted and not, and buying and holding", run: () => runBacktest({ bars: prices, strategy }, context) },
      { name: "sweep-part, 1,000 combinations", run: () => sweepPart(part, context) },
    ],
    5,
  );
  report(task.meta, `Backtest jobs, ${N} bars`, timings, { count: N, unit: "value" });
});
