import { because, type Count, type Fraction, fail, type Outcome, succeed } from "../../contract";
import { monthly, type Performance, type PerformancePoint, yearsOf } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { beyondRange } from "../../series";
import { putAssets } from "../assets";
import { type AssetCloses, type Market, type MarketInput, putMarket } from "../bars";
import { drawdownOf } from "../drawdown-of";
import { type Run, type RunPlan, runEngine } from "../engine";
import { type AccountFigures, reasonsOf, type TradeFigures, type TradeSides } from "../figures";
import * as messages from "../messages";
import { askedSchema, type BacktestSettings, type FullStrategy, type Strategy } from "../schema";
import { adjusted, columnsTable, decisionsOf, type Signals } from "../scores";
import { settingsRow } from "../settings-row";
import type { AssetFigures } from "../shared";
import type { GrowthFigures } from "../swings";
import { holdAssets, type Modules, tradeAssets } from "../trade-assets";

export interface BacktestInput extends Partial<BacktestSettings>, MarketInput {
  strategy: Strategy;
  /** Also lists every order, for one instrument. */
  listOrders?: boolean;
}

export interface BacktestReport {
  /** The specification's block; returns and drawdown (at most 0) are fractions. */
  metrics: { returns: Fraction; sharpeRatio: number | null; maxDrawdown: Fraction; trades: Count; winRate: Fraction | null };
  /** Month-end values; without dates, every 21 rows or a multiple of that. */
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
  /** Distance from the running maximum of equity as a fraction, at most 0. */
  drawdown: Float64Array;
  performance: Performance;
  benchmarkPerformance: Performance;
  statistics: TradeFigures;
  /** Totals of long and of short trades. */
  sides: TradeSides;
  account: AccountFigures;
  /** Profit, maximum run-up and maximum drawdown in currency. */
  growth: GrowthFigures;
  benchmarkGrowth: GrowthFigures;
  /** Reasons for the figures that are null. */
  reasons: Record<string, string>;
  /**
   * Average fill prices of entries and exits of the listed trades, split into purchases and sales, at their rows; NaN elsewhere. Both columns
   * start at index `markedFrom` of the columns above and end with the last fill. Empty for several instruments.
   */
  bought: Float64Array;
  sold: Float64Array;
  markedFrom: Count;
  trades: Run["trades"];
  openTrade: Run["openTrade"];
  /** All orders of one instrument, or the first `MAX_ORDERS`; only on request. */
  orders?: Run["orders"];
  /** Sorted by name, if several instruments share the cash; includes their open trades. */
  assets: AssetFigures[] | null;
  /** Rows of orders canceled for lack of cash; the first 64. */
  canceledRows: Count[];
  /** The same strategy without the behavioral adjustment, if that is on. */
  unadjusted: Pick<BacktestReport, "equity" | "performance" | "statistics" | "account" | "growth"> | null;
  notes: string[];
}

const fillOf = ({ tradeOnClose }: BacktestSettings, opens: boolean) => (tradeOnClose ? "same close" : opens ? "next open" : "next close");

/** Runs of a strategy, of the same without the adjustment, and of buy and hold. */
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

/**
 * Backtests a strategy on one instrument, or on several with shared cash, and compares it with buy and hold; if the behavioral adjustment is on,
 * also without it.
 */
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

/** Buy and hold with the same capital, costs and fills; without stops or sales. */
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

/** The report of a backtest; null if its figures overflow. */
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

/** Fills of the listed trades of one instrument. */
function marksOf(context: JobContext, run: Run | null, first: Count) {
  if (!run) return { bought: context.column(0), sold: context.column(0), markedFrom: 0 };
  // If not all trades are listed, the open trade is too far from the listed ones.
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
