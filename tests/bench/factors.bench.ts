import { expect, it } from "vitest";
import { rollingScoreBlock, rollingSpearmanBlock, rollPairBlock } from "../../assembly/build/factors-layouts.js";
import { checkFormula } from "../../workers/factors/jobs/check-formula";
import { mineFactors } from "../../workers/factors/jobs/mine-factors";
import { searchFormulasJob } from "../../workers/factors/jobs/search-formulas";
import { Canceled, type JobContext } from "../../workers/runtime/job";
import { plainRanks } from "../kernels/reference/factors";
import { plainPairs, plainRankAcross, plainRankSoFar, plainRoll, plainRollPair, plainWindows } from "../kernels/reference/formula";
import { benchContext } from "./context";
import { measure, report, tabulate } from "./measure";
import { pricePath } from "./paths";
import { atMostFloor } from "./yardstick";

const context = await benchContext();
const kernels = await context.load("factors");

it("rolling scores and rank correlations", async ({ task }) => {
  const n = 20_000;
  const { arena } = context;
  const [x, y] = [pricePath(n, 1), pricePath(n, 2)];
  const [a, b, out, state] = [arena.put(x), arena.put(y), arena.take(n), arena.take(4 * 63)];
  const windowed = () => {
    for (let t = 62; t < 2000; t++) plainRanks(x.subarray(t - 62, t + 1));
  };
  const timings = await measure([
    {
      name: "z-scores over 252 values",
      run: () => kernels.rollingScore(arena.block(rollingScoreBlock, { values: a, window: 252, least: 20, score: 1, out }), 0, n),
    },
    {
      name: "rolling Spearman of 63 pairs",
      run: () => kernels.rollingSpearman(arena.block(rollingSpearmanBlock, { x: a, y: b, window: 63, out, state }), 0, n),
    },
  ]);
  tabulate(task.meta, "rollingScore, 252 values", n, timings[0]);
  tabulate(task.meta, "rollingSpearman, 63 pairs", n, timings[1]);
  report(task.meta, `Factors, ${n} values`, timings, { count: n, unit: "value" });
  const plain = await measure([{ name: "ranks of 63 values test twin, one side only", run: windowed }]);
  report(task.meta, "Factors, 2,000 values", plain, { count: 1938, unit: "value" });
});

it("mine-factors job on one series", async ({ task }) => {
  const assets = [{ name: "path", values: pricePath(5000), volume: null }];
  const run = () => mineFactors({ assets, times: null, news: null }, context);
  const timings = await measure([{ name: "two factors, four horizons, 999 permutations", run }], 7);
  report(task.meta, "mine-factors, 5,000 prices", timings, { count: 5000, unit: "value" });
});

/** Functions of `rollWindow` and `rollPair` by their codes in the kernel. */
const WINDOWS = { ts_max: 1, ts_mean: 2, ts_stddev: 4, ts_rank: 7, decay_linear: 8 } as const;
const CORRELATION = 0;

it("windows, ranks and correlations of formulas", async ({ task }) => {
  const n = 5000;
  const length = 20;
  const { arena } = context;
  const [x, y] = [pricePath(n, 3), pricePath(n, 4)];
  const [a, b, out] = [arena.put(x), arena.put(y), arena.take(n)];
  const across = 20;
  const rows = 500;
  const table = Float64Array.from({ length: across * rows }, (_, i) => Math.sin(i * i));
  const [cells, ranks] = [arena.put(table), arena.take(across * rows)];
  const run = {
    pair: () => kernels.rollPair(arena.block(rollPairBlock, { x: a, y: b, window: length, operator: CORRELATION, out }), 0, n),
    place: () => kernels.rankSoFar(a, 0, n, 250, 20, out),
    across: () => kernels.rankAcross(cells, rows, across, 0, rows, ranks),
  };
  const plainAcross = () => {
    for (let t = 0; t < rows; t++) plainRankAcross(Array.from({ length: across }, (_, asset) => table[asset * rows + t]));
  };
  run.pair();
  const twin = plainRollPair(x, y, length, plainPairs.correlation);
  for (const t of [length - 1, 1000, n - 1]) expect(arena.view(out, n)[t]).toBeCloseTo(twin[t], 10);
  for (const [name, operator] of Object.entries(WINDOWS)) {
    const timings = await measure([
      { name: `${name} of 20 values`, run: () => kernels.rollWindow(a, 0, n, length, operator, out) },
      { name: `${name} of 20 values, test twin`, run: () => plainRoll(x, length, plainWindows[name]) },
    ]);
    tabulate(task.meta, `rollWindow, ${name} of 20`, n, timings[0], { twin: timings[1] });
    report(task.meta, `formula windows, ${name}`, timings, { count: n, unit: "value" });
  }
  const rest = await measure([
    { name: "correlation of 20 pairs", run: run.pair },
    { name: "correlation of 20 pairs, test twin", run: () => plainRollPair(x, y, length, plainPairs.correlation) },
    { name: "percentile among 250 values", run: run.place },
    { name: "percentile among 250 values, test twin", run: () => plainRankSoFar(x, 250, 20) },
    { name: "ranks across 20 assets, 500 rows", run: run.across },
    { name: "ranks across 20 assets, 500 rows, test twin", run: plainAcross },
  ]);
  tabulate(task.meta, "rollPair, correlation of 20", n, rest[0], { twin: rest[1] });
  tabulate(task.meta, "rankSoFar, 250 values", n, rest[2], { twin: rest[3] });
  tabulate(task.meta, "rankAcross, 20 assets", rows, rest[4], { count: across * rows, twin: rest[5] });
  report(task.meta, `formula ranks and pairs, ${n} values`, rest, { count: n, unit: "value" });
});

it("search-formulas job", async ({ task }) => {
  const ask = { method: "random", trials: 50, seed: 1, holdout: 0.3, depth: 3, horizon: 5, lookback: 60 } as const;
  const run = () => searchFormulasJob({ assets: [{ values: pricePath(2000), volume: null }], ...ask }, context);
  const timings = await measure([{ name: "50 formulas on 2,000 prices", run }], 5);
  report(task.meta, "search-formulas, 2,000 prices, per price and formula", timings, { count: 50 * 2000, unit: "value" });
});

it("cancel of a formula of 39 nested windows", async ({ task }) => {
  let text = "close";
  for (let depth = 0; depth < 39; depth++) text = `ts_mean(${text}, 250)`;
  const assets = [{ values: pricePath(100_000), volume: null }];
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) {
    // Canceling takes effect at the next check, so the longest time between two checks bounds its delay.
    let last = performance.now();
    let longest = 0;
    const until = last + 500;
    const looking: JobContext = {
      ...context,
      checkpoint() {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (now > until) throw new Canceled();
      },
    };
    await expect(checkFormula({ text, assets, lookback: 252 }, looking)).rejects.toThrow(Canceled);
    rounds.push(longest);
  }
  // A check delayed by another program is not the formula's fault.
  const quietest = Math.min(...rounds);
  const timing = { name: "longest time between two looks at the cancel flag", millis: quietest, rounds };
  report(task.meta, "expensive formula, 100,000 prices", [timing], { count: 1, unit: "value" }, [
    atMostFloor("cancel of an expensive formula, millions of steps", quietest, "chain", 1e6, 75),
  ]);
});
