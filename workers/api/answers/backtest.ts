import { type BacktestReport, runBacktest, type Strategy } from "../../backtest";
import { type Fraction, fail, type Millis, type Outcome, succeed } from "../../contract";
import { backtestPortfolio } from "../../portfolio";
import type { RebalanceSettings } from "../../portfolio/schema";
import type { JobContext } from "../../runtime/job";
import type { DatasetSource } from "../dataset-source";
import { NAMED } from "../problem";
import { barColumn, datasetsOf, findSymbol, knows } from "./find-symbol";

export interface BacktestQuestion {
  strategy: Strategy;
  startDate: Millis | null;
  endDate: Millis | null;
  initialCapital: number;
  positionSize: Fraction;
  instruments: string[];
  costs: boolean;
  frequency: RebalanceSettings["config"]["frequency"];
}

export interface Fill {
  timestamp: string | null;
  instrument: string;
  side: "buy" | "sell";
  quantity: number;
  price: number;
}

export interface BacktestAnswer {
  metrics: { total_return: Fraction; sharpe_ratio: number | null; max_drawdown: Fraction; win_rate: Fraction | null };
  trades: Fill[];
}

const FREE = { transactionCosts: 0, slippage: 0 };

const iso = (time: Millis | null) => (time === null ? null : new Date(time).toISOString());

/** Entry and exit of every trade, the open one's entry included, in the order of time. */
function fillsOf({ trades, openTrade }: BacktestReport, instrument: string): Fill[] {
  const closed = trades.flatMap((trade) => {
    const { side, quantity, entryTime, exitTime, entryPrice, exitPrice } = trade;
    const [enter, leave] = side === "long" ? (["buy", "sell"] as const) : (["sell", "buy"] as const);
    return [
      { timestamp: iso(entryTime), instrument, side: enter, quantity: Math.abs(quantity), price: entryPrice },
      { timestamp: iso(exitTime), instrument, side: leave, quantity: Math.abs(quantity), price: exitPrice },
    ];
  });
  if (!openTrade) return closed;
  const { side, quantity, entryTime, entryPrice } = openTrade;
  return [
    ...closed,
    { timestamp: iso(entryTime), instrument, side: side === "long" ? "buy" : "sell", quantity: Math.abs(quantity), price: entryPrice },
  ];
}

/** The accounts together: equal parts of the capital, brought back to equal at the frequency. */
async function together(
  reports: BacktestReport[],
  question: BacktestQuestion,
  context: JobContext,
): Promise<Outcome<BacktestAnswer["metrics"]>> {
  const { initialCapital, costs, frequency, instruments } = question;
  const joined = await backtestPortfolio(
    {
      assets: reports.map(({ equity, times }, i) => ({ name: instruments[i], values: equity, times })),
      targets: reports.map(() => 1 / reports.length),
      config: { frequency, maxTurnover: 1 },
      trigger: "calendar",
      initialCapital,
      ...(costs ? {} : FREE),
    },
    context,
  );
  if (!joined.ok) return joined;
  const { totalReturn, sharpeRatio, maxDrawdown } = joined.value.metrics;
  const closed = reports.reduce((sum, { metrics }) => sum + metrics.trades, 0);
  const wins = reports.reduce((sum, { metrics }) => sum + (metrics.winRate ?? 0) * metrics.trades, 0);
  return succeed({
    total_return: totalReturn,
    sharpe_ratio: sharpeRatio,
    max_drawdown: maxDrawdown,
    win_rate: closed > 0 ? wins / closed : null,
  });
}

/** A kept strategy on datasets of this device, by the engine of the Backtester. */
export async function answerBacktest(
  question: BacktestQuestion,
  context: JobContext,
  source: DatasetSource,
): Promise<Outcome<BacktestAnswer>> {
  const { strategy, startDate, endDate, initialCapital, positionSize, instruments, costs } = question;
  const listed = await datasetsOf(source);
  if (!listed.ok) return listed;
  const missing = instruments.find((symbol) => !knows(symbol, listed.value));
  if (missing !== undefined) return fail("bad-input", "api/noSymbol", { symbol: missing }, { column: NAMED.symbol });
  const reports: BacktestReport[] = [];
  for (const symbol of instruments) {
    const found = await findSymbol(symbol, listed.value, source, context);
    if (!found.ok) return found;
    const { series, prices } = found.value;
    const bars = {
      close: prices.values,
      open: barColumn(found.value, "open"),
      high: barColumn(found.value, "high"),
      low: barColumn(found.value, "low"),
    };
    const capital = initialCapital / instruments.length;
    const settings = { startDate, endDate, initialCapital: capital, positionSize, ...(costs ? {} : FREE) };
    const report = await runBacktest({ bars, times: series.times, strategy, ...settings }, context);
    if (!report.ok) return report;
    reports.push(report.value);
  }
  const [{ metrics }] = reports;
  const whole: Outcome<BacktestAnswer["metrics"]> =
    reports.length === 1
      ? succeed({
          total_return: metrics.returns,
          sharpe_ratio: metrics.sharpeRatio,
          max_drawdown: metrics.maxDrawdown,
          win_rate: metrics.winRate,
        })
      : await together(reports, question, context);
  if (!whole.ok) return whole;
  const trades = reports.flatMap((report, i) => fillsOf(report, instruments[i]));
  trades.sort((a, b) => (a.timestamp ?? "").localeCompare(b.timestamp ?? ""));
  return succeed({ metrics: whole.value, trades });
}
