import { type BacktestReport, runBacktest, type Strategy } from "../../backtest";
import { type Fraction, fail, type Millis, type Outcome, succeed } from "../../contract";
import { performanceAt, yearsOf } from "../../performance";
import type { RebalanceSettings } from "../../portfolio/schema";
import { analyzeRisk } from "../../risk";
import type { JobContext } from "../../runtime/job";
import { barsAround, sentimentIn } from "../../traded-bars";
import type { DatasetSource } from "../dataset-source";
import { NAMED } from "../problem";
import { type Account, type HeldAccounts, holdAccounts, refuseOrders } from "./accounts";
import { datasetsOf, findSymbol, type Instrument, knows } from "./find-symbol";

interface BacktestQuestion {
  strategy: Strategy;
  startDate: Millis | null;
  endDate: Millis | null;
  initialCapital: number;
  positionSize: Fraction;
  instruments: string[];
  costs: boolean;
  frequency: RebalanceSettings["config"]["frequency"];
  /** Whether to compute the value at risk of the account. */
  valueAtRisk: boolean;
}

interface Order {
  timestamp: string | null;
  instrument: string;
  side: "buy" | "sell";
  quantity: number;
  price: number;
}

export interface BacktestAnswer {
  metrics: { total_return: Fraction; sharpe_ratio: number | null; max_drawdown: Fraction; win_rate: Fraction | null };
  trades: Order[];
  largest: HeldAccounts["largest"];
  valueAtRisk: Fraction | null;
}

const FREE = { transactionCosts: 0, slippage: 0 };

/** The range of dates covered by all instruments, if all have dates: accounts held together must start and end together. */
function commonDays(found: readonly Instrument[], { startDate, endDate }: BacktestQuestion) {
  const dated = found.flatMap(({ series: { times } }) => (times && times.length > 0 ? [times] : []));
  if (found.length === 1 || dated.length < found.length) return { startDate, endDate };
  return {
    startDate: Math.max(startDate ?? Number.NEGATIVE_INFINITY, ...dated.map((times) => times[0])),
    endDate: Math.min(endDate ?? Number.POSITIVE_INFINITY, ...dated.map((times) => times[times.length - 1])),
  };
}

async function runOne(
  instrument: string,
  found: Instrument,
  question: BacktestQuestion & { capital: number },
  context: JobContext,
): Promise<Outcome<Account>> {
  const { series, prices } = found;
  const { strategy, startDate, endDate, capital, positionSize, costs } = question;
  const market = { bars: barsAround(series.columns, prices), times: series.times, sentiment: sentimentIn(series.columns) };
  const settings = { startDate, endDate, initialCapital: capital, positionSize, ...(costs ? {} : FREE) };
  const run = await runBacktest({ ...market, strategy, listOrders: true, ...settings }, context);
  if (!run.ok) return run;
  const { firstRow, rows } = run.value;
  return succeed({ instrument, report: run.value, closes: prices.values.subarray(firstRow, firstRow + rows) });
}

/** For one account, the Backtester's metrics; for several, the metrics of their total value. */
async function metricsOf(
  reports: readonly BacktestReport[],
  { values, times }: HeldAccounts,
  { initialCapital }: BacktestQuestion,
  context: JobContext,
): Promise<BacktestAnswer["metrics"]> {
  const [{ metrics, settings }] = reports;
  if (reports.length === 1) {
    const { returns, sharpeRatio, maxDrawdown, winRate } = metrics;
    return { total_return: returns, sharpe_ratio: sharpeRatio, max_drawdown: maxDrawdown, win_rate: winRate };
  }
  const risk = await context.load("risk");
  const { periodsPerYear: perYear, riskFree } = settings;
  const { sharpe, maxDrawdown } = context.arena.scope(() =>
    performanceAt(context, risk, context.arena.put(values), values.length, { perYear, riskFree, years: yearsOf(times, 0, values.length) }),
  );
  const closed = reports.reduce((sum, report) => sum + report.metrics.trades, 0);
  const wins = reports.reduce((sum, report) => sum + report.statistics.wins, 0);
  return {
    total_return: values[values.length - 1] / initialCapital - 1,
    sharpe_ratio: sharpe,
    max_drawdown: maxDrawdown,
    win_rate: closed > 0 ? wins / closed : null,
  };
}

/** Runs a stored strategy on datasets of this device, with the Backtester's engine. */
export async function answerBacktest(
  question: BacktestQuestion,
  context: JobContext,
  source: DatasetSource,
): Promise<Outcome<BacktestAnswer>> {
  const { instruments, initialCapital } = question;
  const listed = await datasetsOf(source);
  if (!listed.ok) return listed;
  const missing = instruments.find((symbol) => !knows(symbol, listed.value));
  if (missing !== undefined) return fail("bad-input", "api/noSymbol", { symbol: missing }, { column: NAMED.symbol });
  const found: Instrument[] = [];
  for (const symbol of instruments) {
    const one = await findSymbol(symbol, listed.value, source, context);
    if (!one.ok) return one;
    found.push(one.value);
  }
  const shared = { ...question, ...commonDays(found, question), capital: initialCapital / instruments.length };
  const accounts: Account[] = [];
  let orders = 0;
  for (const [k, instrument] of found.entries()) {
    const run = await runOne(instruments[k], instrument, shared, context);
    if (!run.ok) return run;
    accounts.push(run.value);
    orders += run.value.report.account.orders;
    const refused = refuseOrders(orders);
    if (!refused.ok) return refused;
  }
  const reports = accounts.map(({ report }) => report);
  const held = await holdAccounts(accounts, question.frequency, context);
  if (!held.ok) return held;
  const { fills, values, times, largest } = held.value;
  const risk = question.valueAtRisk ? await analyzeRisk({ values, kind: "values", times, iterations: 0, brief: true }, context) : null;
  if (risk && !risk.ok) return risk;
  return succeed({
    metrics: await metricsOf(reports, held.value, question, context),
    trades: fills.map(({ time, instrument, quantity, price }) => ({
      timestamp: time === null ? null : new Date(time).toISOString(),
      instrument,
      side: quantity > 0 ? "buy" : "sell",
      quantity: Math.abs(quantity),
      price,
    })),
    largest,
    valueAtRisk: risk?.value.var ?? null,
  });
}
