import { BacktestBlock, SweepBlock } from "../../build/layouts/backtest";
import { PerformanceBlock } from "../../build/layouts/risk";
import { simpleReturns } from "../series/returns";
import { performanceSums } from "../risk/performance-sums";
import { SETTINGS, STATE } from "./layout";
import { pairSums } from "./pair-sums";
import { backtestRun, backtestStart } from "./run";

/** Slots of `performanceSums`, their pivot, and the engine's state. */
const SUMS: i32 = 13;
const ROW: i32 = SUMS + 1 + <i32>STATE;
const LEVEL: usize = 64;
const GROWTH: usize = 72;
const LOWEST: usize = 88;

/** Block passed to each run, and to the sums of an unpaired run. */
const RUN = memory.data(offsetof<BacktestBlock>(), 8);
const SAMPLE = memory.data(offsetof<PerformanceBlock>(), 8);

/** One run; its state follows its sums. */
function runOne(settings: usize, first: i32, n: i32, equity: usize, out: usize): void {
  const run = changetype<BacktestBlock>(RUN);
  run.settings = settings;
  run.equity = equity;
  backtestStart(settings, 0, run.state);
  backtestRun(RUN, first, n);
  memory.copy(out + (<usize>(SUMS + 1) << 3), run.state, STATE << 3);
}

/**
 * Backtests many settings on the same columns, without trade lists. Runs go in pairs, one per SIMD lane.
 *
 * @term Parameter sweep
 * @formula as backtestRun; close-to-close returns from the row first on
 * @source as backtestRun
 * @tolerance same bits as backtestRun and performanceSums for each setting
 * @param sweep `SweepBlock`, declared in assembly/layouts/backtest.mjs
 * @param from first run
 * @param to run to stop before
 */
export function backtestSweep(sweep: usize, from: i32, to: i32): void {
  const given = changetype<SweepBlock>(sweep);
  const table = given.table;
  const first = given.first;
  const n = given.n;
  const target = given.target;
  const equity = given.equity;
  const returns = given.returns;
  const out = given.out;
  const one = changetype<BacktestBlock>(RUN);
  one.columns = given.columns;
  one.state = given.state;
  one.first = first;
  one.weight = 0;
  one.records = 0;
  one.room = 0;
  const bytes = <usize>first << 3;
  const rows = n - first;
  let run = from;
  for (; run + 1 < to; run += 2) {
    const own = table + <usize>run * (SETTINGS << 3);
    const sums = out + <usize>run * (<usize>ROW << 3);
    const others = sums + (<usize>ROW << 3);
    runOne(own, first, n, equity, sums);
    runOne(own + (SETTINGS << 3), first, n, returns, others);
    pairSums(equity + bytes, returns + bytes, rows, target, sums, others);
  }
  if (run == to) return;
  const sums = out + <usize>run * (<usize>ROW << 3);
  runOne(table + <usize>run * (SETTINGS << 3), first, n, equity, sums);
  simpleReturns(equity + bytes, 0, rows, returns);
  const sample = changetype<PerformanceBlock>(SAMPLE);
  sample.returns = returns + 8;
  sample.indices = 0;
  sample.pivot = load<f64>(returns, 8);
  sample.target = target;
  sample.sums = sums;
  memory.fill(sums, 0, <usize>SUMS << 3);
  store<f64>(sums + LEVEL, 1);
  store<f64>(sums + GROWTH, 1);
  store<f64>(sums + LOWEST, 1);
  performanceSums(SAMPLE, 0, rows - 1);
  store<f64>(sums + (<usize>SUMS << 3), sample.pivot);
}
