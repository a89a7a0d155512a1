import { sweepBlock } from "../../assembly/build/backtest-layouts.js";
import { type Count, type Outcome, succeed, VALUE_BYTES } from "../contract";
import { type Performance, performanceOf, type RiskKernels, yearsOf } from "../performance";
import type { JobContext } from "../runtime/job";
import { putAssets } from "./assets";
import { type AssetCloses, type Market, type MarketInput, putMarket } from "./bars";
import { runEngine } from "./engine";
import { type AccountFigures, accountFigures, type TradeFigures, tradeFigures } from "./figures";
import { runnable, scoreKey, type Trials, trialAt } from "./grid";
import { AT, type BacktestKernels, STATE, SWEEP_ROW, SWEEP_SUMS } from "./layout";
import type { BacktestSettings, FullStrategy } from "./schema";
import { adjusted, type Basics, basicsOf, columnsTable, decisionsOf } from "./scores";
import { settingsRow } from "./settings-row";
import { tradeAssets } from "./trade-assets";

/** Trials [from, to) of a search, in running order. */
export interface SweepPartInput extends MarketInput {
  settings: BacktestSettings;
  strategy: FullStrategy;
  trials: Trials;
  from: Count;
  to: Count;
}

/** Figures of every trial; NaN where undefined. */
export const SWEEP_FIGURES = [
  "returns",
  "sharpeRatio",
  "maxDrawdown",
  "trades",
  "winRate",
  "profitFactor",
  "calmar",
  "exposure",
  "costs",
  "skewness",
  "kurtosis",
] as const;
export type SweepFigure = (typeof SWEEP_FIGURES)[number];

/** Rows times runs per kernel call: about 2 ms. */
const BARS_PER_CALL = 200_000;
/** Longer series are run one at a time, in pieces. */
const MAX_ROWS: Count = 65_536;

/** The figures of one run, in the order of `SWEEP_FIGURES`; all NaN if the account was wiped out or a number overflowed. */
export function figuresOf(performance: Performance, trades: TradeFigures, account: AccountFigures, ruined: boolean): number[] {
  const figures = [
    performance.totalReturn,
    performance.sharpe,
    performance.maxDrawdown,
    trades.trades,
    trades.winRate,
    trades.profitFactor,
    performance.calmar,
    account.exposure,
    account.costs,
    performance.skewness,
    performance.kurtosis,
  ].map((value) => value ?? Number.NaN);
  const sound = !ruined && Number.isFinite(performance.totalReturn) && Number.isFinite(performance.maxDrawdown);
  return sound ? figures : figures.map(() => Number.NaN);
}

/** Runs a part of a search; returns one column per figure. */
export async function sweepPart(input: SweepPartInput, context: JobContext): Promise<Outcome<Float64Array[]>> {
  const kernels = await context.load("backtest");
  const [factors, risk] = [await context.load("factors"), await context.load("risk")];
  const portfolio = await context.load("portfolio");
  const { settings, strategy, trials, from, to } = input;
  const { arena } = context;
  if (input.assets) return sweepAssets(context, { kernels, factors, risk, portfolio }, { ...input, assets: input.assets });
  return arena.scope(() => {
    const put = putMarket(context, { kernels, portfolio }, input, settings);
    if (!put.ok) return put;
    const market = put.value;
    const basics = basicsOf(context, factors, market);
    const columns = SWEEP_FIGURES.map(() => context.column(to - from).fill(Number.NaN));
    for (let start = from; start < to; ) {
      const first = trialAt(strategy, trials, start);
      const group: { place: Count; strategy: FullStrategy }[] = [];
      let next = start;
      for (; next < to; next++) {
        const own = trialAt(strategy, trials, next);
        if (scoreKey(own) !== scoreKey(first)) break;
        if (runnable(own)) group.push({ place: next - from, strategy: own });
      }
      context.progress((start - from) / (to - from), "Sweeping");
      if (group.length > 0) {
        arena.scope(() => {
          const table = decisionsTable(context, { kernels, factors }, market, basics, first, settings);
          const rows = group.map((member) => settingsRow(settings, member.strategy));
          for (const [k, figures] of runGroup(context, kernels, risk, market, table, rows, settings).entries()) {
            for (const [column, value] of figures.entries()) columns[column][group[k].place] = value;
          }
        });
      }
      start = next;
    }
    return succeed(columns);
  });
}

/** The same for several instruments with shared cash, one run after another. */
function sweepAssets(
  context: JobContext,
  modules: Parameters<typeof tradeAssets>[1] & Parameters<typeof putAssets>[1],
  input: SweepPartInput & { assets: AssetCloses[] },
): Outcome<Float64Array[]> {
  const { settings, strategy, trials, from, to } = input;
  const how = { adjust: settings.behavioralAdjustment, brief: true };
  return context.arena.scope(() => {
    const put = putAssets(context, modules, input, settings);
    if (!put.ok) return put;
    const columns = SWEEP_FIGURES.map(() => context.column(to - from).fill(Number.NaN));
    for (let place = from; place < to; place++) {
      context.progress((place - from) / (to - from), "Sweeping");
      context.checkpoint();
      const own = trialAt(strategy, trials, place);
      if (!runnable(own)) continue;
      const run = tradeAssets(context, modules, put.value, own, settings, how);
      const figures = figuresOf(run.performance, run.figures, run.account, run.ruined !== null);
      for (const [column, value] of figures.entries()) columns[column][place - from] = value;
    }
    return succeed(columns);
  });
}

/** The engine's columns for a strategy, with the adjustment if it is on. Allocates in the arena. */
export function decisionsTable(
  context: JobContext,
  modules: { kernels: BacktestKernels; factors: Parameters<typeof decisionsOf>[2] },
  market: Market,
  basics: Basics,
  strategy: FullStrategy,
  settings: BacktestSettings,
): number {
  const { kernels, factors } = modules;
  const plain = decisionsOf(context, kernels, factors, market, basics, strategy, settings);
  const shorts = settings.direction === "long-short" && strategy.type !== "smart-beta";
  return columnsTable(context, market, settings.behavioralAdjustment ? adjusted(context, kernels, market, plain, shorts) : plain);
}

/** Figures of runs with the same columns. */
function runGroup(
  context: JobContext,
  kernels: BacktestKernels,
  risk: RiskKernels,
  { n, first, times }: Market,
  columns: number,
  rows: number[][],
  settings: BacktestSettings,
): number[][] {
  const { arena, kernels: core } = context;
  const { initialCapital: capital, riskFree, periodsPerYear: perYear } = settings;
  const basis = { perYear, riskFree, years: yearsOf(times, first, n) };
  const table = arena.put(Float64Array.from(rows.flat()));
  const width = rows[0].length * VALUE_BYTES;
  if (n - first > MAX_ROWS || settings.closeAtEnd) {
    return rows.map((_, k) =>
      arena.scope(() => {
        const plan = {
          columns,
          settings: table + k * width,
          capital,
          first,
          n,
          closeAtEnd: settings.closeAtEnd,
          times,
          basis,
          brief: true,
        };
        const run = runEngine(context, kernels, risk, plan);
        return figuresOf(run.performance, run.figures, run.account, run.ruined !== null);
      }),
    );
  }
  const [state, equity, returns] = [arena.take(STATE), arena.take(n), arena.take(n)];
  const out = arena.take(rows.length * SWEEP_ROW);
  const target = riskFree / perYear;
  const block = arena.block(sweepBlock, { columns, table, first, n, target, state, equity, returns, out });
  const batch = Math.max(1, Math.floor(BARS_PER_CALL / (n - first)));
  for (let from = 0; from < rows.length; from += batch) {
    context.checkpoint();
    const to = Math.min(rows.length, from + batch);
    kernels.backtestSweep(block, from, to);
  }
  const results = arena.view(out, rows.length * SWEEP_ROW);
  return rows.map((_, k) => {
    const row = results.subarray(k * SWEEP_ROW, (k + 1) * SWEEP_ROW);
    const values = row.subarray(SWEEP_SUMS + 1);
    const performance = performanceOf(core, risk, row, { ...basis, pivot: row[SWEEP_SUMS] });
    return figuresOf(performance, tradeFigures(values), accountFigures(values, capital, n - first), values[AT.ruined] !== 0);
  });
}
