import { because, type Count, type Fraction, fail, type Outcome, succeed } from "../../contract";
import type { FactorKernels } from "../../factors";
import type { PortfolioKernels } from "../../numerics/dense-matrix";
import { monthly, type Performance, type PerformancePoint, type RiskKernels, yearsOf } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { beyondRange } from "../../series";
import { putAssets } from "../assets";
import { type AssetCloses, type Market, type MarketInput, putMarket } from "../bars";
import { drawdownOf } from "../drawdown-of";
import { type Run, type RunPlan, runEngine } from "../engine";
import { type AccountFigures, reasonsOf, type TradeFigures, type TradeSides } from "../figures";
import type { BacktestKernels } from "../layout";
import * as messages from "../messages";
import { askedSchema, type BacktestSettings, type FullStrategy, type Strategy } from "../schema";
import { adjusted, columnsTable, decisionsOf, type Signals } from "../scores";
import { settingsRow } from "../settings-row";
import type { AssetFigures } from "../shared";
import type { GrowthFigures } from "../swings";
import { holdAssets, tradeAssets } from "../trade-assets";

export interface BacktestInput extends Partial<BacktestSettings>, MarketInput {
  strategy: Strategy;
  /** Lists every order of one instrument beside the trades. */
  listOrders?: boolean;
}

export interface BacktestReport {
  /** The specification's block; returns and drawdown (0 or less) are fractions. */
  metrics: { returns: Fraction; sharpeRatio: number | null; maxDrawdown: Fraction; trades: Count; winRate: Fraction | null };
  /** Values at the last row of each month; without dates, every 21 rows or a multiple. */
  performanceData: PerformancePoint[];
  strategy: FullStrategy;
  settings: BacktestSettings;
  fill: "next open" | "next close" | "same close";
  /** First input row of the columns below, and their length. */
  firstRow: Count;
  rows: Count;
  times: Float64Array | null;
  equity: Float64Array;
  benchmark: Float64Array;
  weight: Float64Array;
  /** Fraction below the highest equity so far. */
  drawdown: Float64Array;
  performance: Performance;
  benchmarkPerformance: Performance;
  statistics: TradeFigures;
  /** The same of long trades and of short ones. */
  sides: TradeSides;
  account: AccountFigures;
  /** Gain and largest moves in money. */
  growth: GrowthFigures;
  benchmarkGrowth: GrowthFigures;
  /** Why a figure that is null is not defined. */
  reasons: Record<string, string>;
  /**
   * Mean prices of the purchases and sales that opened or closed a listed trade, at their rows; NaN elsewhere. They begin with the row of the
   * columns at `markedFrom` and end with the last one marked. Empty for several instruments.
   */
  bought: Float64Array;
  sold: Float64Array;
  markedFrom: Count;
  trades: Run["trades"];
  openTrade: Run["openTrade"];
  /** Every order of one instrument, or the first of them; where they were asked for. */
  orders?: Run["orders"];
  /** By name, where several instruments share the cash; their open trades are listed here. */
  assets: AssetFigures[] | null;
  /** Rows of orders that could not be paid; the first 64. */
  canceledRows: Count[];
  /** The same strategy without the behavioral adjustment, where it was on. */
  unadjusted: Pick<BacktestReport, "equity" | "performance" | "statistics" | "account" | "growth"> | null;
  notes: string[];
}

const fillOf = ({ tradeOnClose }: BacktestSettings, opens: boolean) => (tradeOnClose ? "same close" : opens ? "next open" : "next close");

/** Outcomes of a strategy, of the same without the adjustment, and of buy and hold. */
interface Traded {
  n: Count;
  first: Count;
  times: Float64Array | null;
  opens: boolean;
  own: Run;
  bare: Run | null;
  held: Run;
  assets: AssetFigures[] | null;
  notes: string[];
}

/** Backtests a strategy on one instrument, or on several with shared cash, beside buying and holding; with the behavioral adjustment on, also without it. */
export async function runBacktest(input: BacktestInput, context: JobContext): Promise<Outcome<BacktestReport>> {
  const { bars, assets, times, sentiment, benchmark, range, strategy: given, listOrders = false, ...rest } = input;
  const read = readSettings(askedSchema, { settings: rest, strategy: given });
  if (read.refusal !== null) return fail("bad-input", "backtest/testFailed", { cause: read.refusal });
  const { settings, strategy } = read.settings;
  const [kernels, factors] = [await context.load("backtest"), await context.load("factors")];
  const [risk, portfolio] = [await context.load("risk"), await context.load("portfolio")];
  const modules = { kernels, factors, risk, portfolio };
  const market: MarketInput = { bars, times, sentiment, benchmark, range };
  return context.arena.scope(() => {
    context.progress(0, "Reading prices");
    const traded = assets
      ? tradeSeveral(context, modules, { ...market, assets }, strategy, settings)
      : tradeOne(context, modules, market, strategy, settings, listOrders);
    if (!traded.ok) return traded;
    const report = reportOf(context, traded.value, strategy, settings);
    const prices = [...(assets?.map(({ close }) => close) ?? [bars.close]), ...(benchmark ? [benchmark.values] : [])];
    return report ?? fail("bad-input", "backtest/testFailed", { cause: beyondRange(context, prices) });
  });
}

interface Modules {
  kernels: BacktestKernels;
  factors: FactorKernels;
  risk: RiskKernels;
  portfolio: PortfolioKernels;
}

function tradeOne(
  context: JobContext,
  modules: Modules,
  input: MarketInput,
  strategy: FullStrategy,
  settings: BacktestSettings,
  listOrders: boolean,
): Outcome<Traded> {
  const { kernels, factors, risk } = modules;
  const put = putMarket(context, modules, input, settings);
  if (!put.ok) return put;
  const market = put.value;
  const { n, first, times, benchmark } = market;
  context.progress(0.2, "Scoring");
  const plain = decisionsOf(context, kernels, factors, market, null, strategy, settings);
  const shorts = settings.direction === "long-short" && strategy.type !== "smart-beta";
  context.progress(0.4, "Trading");
  const { behavioralAdjustment: adjust } = settings;
  const row = settingsRow(settings, strategy);
  const signals = adjust ? adjusted(context, kernels, market, plain, shorts) : plain;
  const own = engineRun(context, modules, market, settings, signals, row, { listOrders });
  const bare = adjust ? engineRun(context, modules, market, settings, plain, row, { brief: true }) : null;
  const other = benchmark === 0 ? market : { ...market, close: benchmark, open: 0, high: 0, low: 0 };
  const held = holdOne(context, { kernels, risk }, other, strategy, settings);
  return succeed({ n, first, times, opens: market.open !== 0, own, bare, held, assets: null, notes: [...market.notes, ...plain.notes] });
}

function tradeSeveral(
  context: JobContext,
  modules: Modules,
  input: MarketInput & { assets: AssetCloses[] },
  strategy: FullStrategy,
  settings: BacktestSettings,
): Outcome<Traded> {
  const put = putAssets(context, modules, input, settings);
  if (!put.ok) return put;
  const market = put.value;
  const { n, first, times, benchmark } = market;
  context.progress(0.2, "Trading");
  const { behavioralAdjustment: adjust } = settings;
  const own = tradeAssets(context, modules, market, strategy, settings, { adjust, brief: false });
  context.progress(0.6, "Trading");
  const bare = adjust ? tradeAssets(context, modules, market, strategy, settings, { adjust: false, brief: true }) : null;
  const other: Market = { n, first, times, close: benchmark, open: 0, high: 0, low: 0, sentiment: 0, benchmark: 0, notes: [] };
  const held =
    benchmark === 0
      ? holdAssets(context, modules, market, settings, (with1) => holdRow(with1, strategy))
      : holdOne(context, modules, other, strategy, settings);
  return succeed({ n, first, times, opens: false, own, bare, held, assets: own.assets, notes: [...market.notes, ...own.notes] });
}

function engineRun(
  context: JobContext,
  { kernels, risk }: Pick<Modules, "kernels" | "risk">,
  market: Market,
  { initialCapital: capital, periodsPerYear: perYear, riskFree, closeAtEnd }: BacktestSettings,
  signals: Signals,
  row: number[],
  how: Pick<RunPlan, "brief" | "listOrders">,
): Run {
  const { n, first, times } = market;
  const basis = { perYear, riskFree, years: yearsOf(times, first, n) };
  const columns = columnsTable(context, market, signals);
  const settings = context.arena.put(Float64Array.from(row));
  return runEngine(context, kernels, risk, { columns, settings, capital, first, n, closeAtEnd, times, basis, ...how });
}

/** Buying and holding: the same capital, costs and fills; no stops, nothing ever sold. */
function holdOne(
  context: JobContext,
  modules: Pick<Modules, "kernels" | "risk">,
  market: Market,
  strategy: FullStrategy,
  settings: BacktestSettings,
): Run {
  const row = holdRow({ ...settings, positionSize: 1 }, strategy);
  return engineRun(context, modules, market, { ...settings, closeAtEnd: false }, { score: 0, longWeight: 0, shortWeight: 0 }, row, {
    brief: true,
  });
}

/** The outcome of a backtest; null where its figures overflow. */
function reportOf(
  context: JobContext,
  { n, first, times, opens, own, bare, held, assets, notes: said }: Traded,
  strategy: FullStrategy,
  settings: BacktestSettings,
): Outcome<BacktestReport> | null {
  if (own.ruined !== null)
    return fail(
      "bad-input",
      "backtest/testFailed",
      { cause: because("backtest/ruined", { row: own.ruined + 1 }) },
      { row: own.ruined + 1 },
    );
  if (!sound(own.performance) || !sound(held.performance)) return null;
  const { figures, account, performance } = own;
  const rows = n - first;
  const notes = [...said];
  if (settings.tradeOnClose) notes.push(messages.lookAhead);
  if (bare?.ruined != null) notes.push(messages.unadjustedRuined({ row: bare.ruined + 1 }));
  if (account.orders === 0) notes.push(messages.neverTraded);
  if (figures.trades > own.trades.length) notes.push(messages.listed({ listed: own.trades.length, trades: figures.trades }));
  return succeed<BacktestReport>({
    metrics: {
      returns: performance.totalReturn,
      sharpeRatio: performance.sharpe,
      maxDrawdown: performance.maxDrawdown,
      trades: figures.trades,
      winRate: figures.winRate,
    },
    performanceData: monthly(times, first, own.equity, held.equity),
    strategy,
    settings,
    fill: fillOf(settings, opens),
    firstRow: first,
    rows,
    times: times?.subarray(first, n) ?? null,
    equity: own.equity,
    benchmark: held.equity,
    weight: own.weight ?? context.column(0),
    drawdown: drawdownOf(context, own.equity),
    performance,
    benchmarkPerformance: held.performance,
    statistics: figures,
    sides: own.sides,
    account,
    growth: own.growth,
    benchmarkGrowth: held.growth,
    reasons: reasonsOf(performance, figures, rows - 1),
    ...marksOf(context, assets ? null : own, first),
    trades: own.trades,
    openTrade: own.openTrade,
    ...(own.orders && { orders: own.orders }),
    assets,
    canceledRows: own.canceledRows,
    unadjusted:
      bare && bare.ruined === null
        ? { equity: bare.equity, performance: bare.performance, statistics: bare.figures, account: bare.account, growth: bare.growth }
        : null,
    notes,
  });
}

/** Where the listed trades of one instrument were opened and closed. */
function marksOf(context: JobContext, run: Run | null, first: Count) {
  if (!run) return { bought: context.column(0), sold: context.column(0), markedFrom: 0 };
  // Where not all are listed, the open trade is far behind those that are.
  const listed = run.openTrade && run.figures.trades <= run.trades.length ? [...run.trades, run.openTrade] : run.trades;
  const marked = listed.flatMap(({ entryRow, exitRow }) => (exitRow === null ? [entryRow] : [entryRow, exitRow]));
  const from = marked.reduce((least, row) => Math.min(least, row), marked[0] ?? first);
  const length = marked.reduce((most, row) => Math.max(most, row - from + 1), 1);
  const [bought, sold] = [context.column(length).fill(Number.NaN), context.column(length).fill(Number.NaN)];
  for (const { side, entryRow, exitRow, entryPrice, exitPrice } of listed) {
    const [entries, exits] = side === "long" ? [bought, sold] : [sold, bought];
    entries[entryRow - from] = entryPrice;
    if (exitRow !== null) exits[exitRow - from] = exitPrice;
  }
  return { bought, sold, markedFrom: from - first };
}

function holdRow(settings: BacktestSettings, strategy: FullStrategy): number[] {
  const parameters = { ...strategy.parameters, lookback: 0, stopLoss: 0, takeProfit: 0, trailingStop: 0 };
  return settingsRow(settings, { ...strategy, type: "smart-beta", parameters });
}

const sound = (performance: Performance) => Object.values(performance).every((value) => value === null || Number.isFinite(value));
