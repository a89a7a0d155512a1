import { type Count, type Fraction, fail, type Outcome, succeed } from "../contract";
import { type MarketInput, putMarket } from "../lib/backtest/bars";
import { type Run, runEngine } from "../lib/backtest/engine";
import { type AccountFigures, reasonsOf, type TradeFigures } from "../lib/backtest/figures";
import { monthly, type PerformancePoint, yearsOf } from "../lib/backtest/monthly";
import { adjusted, basicsOf, columnsTable, type Decisions, decisionsOf } from "../lib/backtest/scores";
import {
  BACKTEST_DEFAULTS,
  type BacktestSettings,
  type FullStrategy,
  fullStrategy,
  type Strategy,
  settingsRow,
  settingsTrouble,
  strategyTrouble,
} from "../lib/backtest/settings";
import type { JobContext } from "../lib/job";
import { messages } from "../lib/messages";
import type { Performance, RiskKernels } from "../lib/risk/performance";

export interface BacktestInput extends Partial<BacktestSettings>, MarketInput {
  strategy: Strategy;
}

export interface BacktestReport {
  /** The specification's block; returns and drawdown (0 or less) are fractions. */
  metrics: { returns: Fraction; sharpeRatio: number | null; maxDrawdown: Fraction; trades: Count; winRate: Fraction | null };
  /** Values at the last row of each month; without dates, every 21 rows or a multiple. */
  performanceData: PerformancePoint[];
  strategy: FullStrategy;
  settings: BacktestSettings;
  fill: "next open" | "next close" | "same close";
  /** Row of the input the columns below begin with, and how many they hold. */
  firstRow: Count;
  rows: Count;
  times: Float64Array | null;
  equity: Float64Array;
  benchmark: Float64Array;
  weight: Float64Array;
  /** Fraction below the highest equity so far, and the same in percent, for charts. */
  drawdown: Float64Array;
  underwater: Float64Array;
  performance: Performance;
  benchmarkPerformance: Performance;
  statistics: TradeFigures;
  account: AccountFigures;
  /** Why a figure that is null is not defined. */
  reasons: Record<string, string>;
  /** Mean prices of the purchases and sales that opened or closed a trade, at their rows; NaN elsewhere. */
  bought: Float64Array;
  sold: Float64Array;
  trades: Run["trades"];
  openTrade: Run["openTrade"];
  /** Rows of orders that could not be paid; the first 64. */
  cancelledRows: Count[];
  /** The same strategy without the behavioural adjustment, where it was on. */
  unadjusted: { equity: Float64Array; performance: Performance; statistics: TradeFigures; account: AccountFigures } | null;
  notes: string[];
}

const fillOf = ({ tradeOnClose }: BacktestSettings, opens: boolean) => (tradeOnClose ? "same close" : opens ? "next open" : "next close");

/** Backtests a strategy on one instrument, beside buying and holding; with the behavioural adjustment on, also without it. */
export async function runBacktest(input: BacktestInput, context: JobContext): Promise<Outcome<BacktestReport>> {
  const { bars, times, sentiment, benchmark, rival, range, strategy: given, ...rest } = input;
  const settings: BacktestSettings = { ...BACKTEST_DEFAULTS, ...rest };
  const strategy = fullStrategy(given);
  const trouble = strategyTrouble(strategy) ?? settingsTrouble(settings);
  if (trouble) return fail("bad-input", messages.strategyTestFailed(trouble));
  const kernels = await context.load("backtest");
  const [factors, risk] = [await context.load("factors"), await context.load("risk")];
  const portfolio = await context.load("portfolio");
  const { arena } = context;
  return arena.scope(() => {
    context.progress(0, "Reading prices");
    const put = putMarket(context, { kernels, portfolio }, { bars, times, sentiment, benchmark, rival, range }, settings);
    if (!put.ok) return put;
    const market = put.value;
    const { n, first } = market;
    context.progress(0.2, "Scoring");
    const plain = decisionsOf(context, kernels, factors, market, basicsOf(context, factors, market), strategy, settings);
    const basis = { perYear: settings.periodsPerYear, riskFree: settings.riskFree, years: yearsOf(market.times, first, n) };
    const capital = settings.initialCapital;
    const run = (
      decisions: Omit<Decisions, "notes">,
      { row, closeAtEnd }: { row: number[]; closeAtEnd: boolean },
      brief: boolean,
      prices = market,
    ) => {
      const columns = columnsTable(context, prices, decisions);
      const line = arena.put(Float64Array.from(row));
      return runEngine(context, kernels, risk, {
        columns,
        settings: line,
        capital,
        first,
        n,
        closeAtEnd,
        times: market.times,
        basis,
        brief,
      });
    };
    const rules = { row: settingsRow(settings, strategy), closeAtEnd: settings.closeAtEnd };
    const shorts = settings.direction === "long-short" && strategy.type !== "smart-beta";
    context.progress(0.4, "Trading");
    const own = run(settings.behavioralAdjustment ? adjusted(context, kernels, market, plain, shorts) : plain, rules, false);
    if (own.ruined !== null)
      return fail("bad-input", messages.strategyTestFailed(messages.backtestRuined(own.ruined + 1)), { row: own.ruined + 1 });
    if (!sound(own.performance)) return fail("bad-input", messages.strategyTestFailed(messages.tooLargeValues));
    const bare = settings.behavioralAdjustment ? run(plain, rules, true) : null;
    const hold = { row: holdRow(settings, strategy), closeAtEnd: false };
    const other = market.benchmark === 0 ? market : { ...market, close: market.benchmark, open: 0, high: 0, low: 0 };
    const held = run({ score: 0, longWeight: 0, shortWeight: 0 }, hold, true, other);
    if (!sound(held.performance)) return fail("bad-input", messages.strategyTestFailed(messages.tooLargeValues));
    const { figures, account, performance } = own;
    const rows = n - first;
    const notes = [...market.notes, ...plain.notes];
    if (settings.tradeOnClose) notes.push(messages.backtestLookAhead);
    if (bare?.ruined != null) notes.push(messages.backtestUnadjustedRuined(bare.ruined + 1));
    if (account.orders === 0) notes.push(messages.backtestNeverTraded);
    if (figures.trades > own.trades.length) notes.push(messages.backtestListed(own.trades.length, figures.trades));
    return succeed<BacktestReport>({
      metrics: {
        returns: performance.totalReturn,
        sharpeRatio: performance.sharpe,
        maxDrawdown: performance.maxDrawdown,
        trades: figures.trades,
        winRate: figures.winRate,
      },
      performanceData: monthly(market.times, first, own.equity, held.equity),
      strategy,
      settings,
      fill: fillOf(settings, market.open !== 0),
      firstRow: first,
      rows,
      times: market.times ? market.times.slice(first, n) : null,
      equity: own.equity,
      benchmark: held.equity,
      weight: own.weight ?? context.column(0),
      ...drawdownOf(context, risk, own.equity),
      performance,
      benchmarkPerformance: held.performance,
      statistics: figures,
      account,
      reasons: reasonsOf(performance, figures, rows - 1),
      ...marksOf(context, own, first, rows),
      trades: own.trades,
      openTrade: own.openTrade,
      cancelledRows: own.cancelledRows,
      unadjusted:
        bare && bare.ruined === null
          ? { equity: bare.equity, performance: bare.performance, statistics: bare.figures, account: bare.account }
          : null,
      notes,
    });
  });
}

/** Where the listed trades were opened and closed. */
function marksOf(context: JobContext, { trades, openTrade }: Run, first: Count, rows: Count) {
  const [bought, sold] = [context.column(rows).fill(Number.NaN), context.column(rows).fill(Number.NaN)];
  for (const { side, entryRow, exitRow, entryPrice, exitPrice } of openTrade ? [...trades, openTrade] : trades) {
    const [entries, exits] = side === "long" ? [bought, sold] : [sold, bought];
    entries[entryRow - first] = entryPrice;
    if (exitRow !== null) exits[exitRow - first] = exitPrice;
  }
  return { bought, sold };
}

/** Buying and holding: the same capital, costs and fills; no stops, nothing ever sold. */
function holdRow(settings: BacktestSettings, strategy: FullStrategy): number[] {
  const parameters = { ...strategy.parameters, lookback: 0, stopLoss: 0, takeProfit: 0, trailingStop: 0 };
  return settingsRow({ ...settings, positionSize: 1 }, { ...strategy, type: "smart-beta", parameters });
}

const sound = (performance: Performance) => Object.values(performance).every((value) => value === null || Number.isFinite(value));

const CHUNK = 131_072;

function drawdownOf(context: JobContext, risk: RiskKernels, equity: Float64Array) {
  const { arena, kernels } = context;
  const n = equity.length;
  return arena.scope(() => {
    const [values, out, state] = [arena.put(equity), arena.take(n), arena.take(5)];
    for (let from = 0; from < n; from += CHUNK) kernels.drawdown(values, from, Math.min(from + CHUNK, n), out, state);
    const [drawdown, underwater] = [context.column(n), context.column(n)];
    drawdown.set(arena.view(out, n));
    for (let from = 0; from < n; from += CHUNK) risk.scaleColumn(out, 100, from, Math.min(from + CHUNK, n));
    underwater.set(arena.view(out, n));
    return { drawdown, underwater };
  });
}
