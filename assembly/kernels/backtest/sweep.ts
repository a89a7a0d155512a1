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

/** One run; its state goes behind its sums. */
function runOne(columns: usize, settings: usize, first: i32, n: i32, state: usize, equity: usize, out: usize): void {
  backtestStart(settings, 0, state);
  backtestRun(columns, settings, state, first, first, n, equity, 0, 0, 0);
  memory.copy(out + (<usize>(SUMS + 1) << 3), state, STATE << 3);
}

/**
 * Backtests of many settings on the same columns, without lists of trades. Runs are made in pairs, whose figures are summed up together,
 * one per lane.
 *
 * @formula as backtestRun; returns between the closes from `first` on
 * @source as backtestRun
 * @tolerance same bits as backtestRun and performanceSums for each setting
 * @param table 15 settings per run
 * @param from first run
 * @param to run to stop before
 * @param n rows of the columns, at most 65,536
 * @param target riskless return per period
 * @param state, equity, returns room for the state and two columns; the second equity of a pair goes to `returns`
 * @param out 73 values per run: 13 sums of performance, their pivot, 59 of the engine's state
 */
export function backtestSweep(
  columns: usize,
  table: usize,
  from: i32,
  to: i32,
  first: i32,
  n: i32,
  target: f64,
  state: usize,
  equity: usize,
  returns: usize,
  out: usize,
): void {
  const bytes = <usize>first << 3;
  const rows = n - first;
  let run = from;
  for (; run + 1 < to; run += 2) {
    const own = table + <usize>run * (SETTINGS << 3);
    const sums = out + <usize>run * (<usize>ROW << 3);
    const others = sums + (<usize>ROW << 3);
    runOne(columns, own, first, n, state, equity, sums);
    runOne(columns, own + (SETTINGS << 3), first, n, state, returns, others);
    pairSums(equity + bytes, returns + bytes, rows, target, sums, others);
  }
  if (run == to) return;
  const sums = out + <usize>run * (<usize>ROW << 3);
  runOne(columns, table + <usize>run * (SETTINGS << 3), first, n, state, equity, sums);
  simpleReturns(equity + bytes, 0, rows, returns);
  const pivot = load<f64>(returns, 8);
  memory.fill(sums, 0, <usize>SUMS << 3);
  store<f64>(sums + LEVEL, 1);
  store<f64>(sums + GROWTH, 1);
  store<f64>(sums + LOWEST, 1);
  performanceSums(returns + 8, 0, 0, rows - 1, pivot, target, sums);
  store<f64>(sums + (<usize>SUMS << 3), pivot);
}
