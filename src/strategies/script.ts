import { DAY, YEAR } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { ScriptSetting } from "../../workers/report/scripts/script";
import { comparedFigures, type ScriptQuestion } from "../analysis/compared-figures";
import type { JobInput, JobValue } from "../client/pool";

type Input = JobInput<Jobs, "run-backtest">;
type Value = JobValue<Jobs, "run-backtest">;

interface Tested {
  series: { name: string; hash: string };
  input: Input;
  value: Value;
}

/** Whether the scripts support a strategy: not with block rules or news. */
export function isScriptable({ type, behavioralFactors }: Value["strategy"], sentiment: Input["sentiment"]): boolean {
  const { momentum, meanReversion, sentiment: news } = behavioralFactors;
  if (type === "behavioral") return momentum + meanReversion > 0 && !(sentiment && news > 0);
  return type !== "rules";
}

/** Trading settings, as named in the scripts. */
export const accountSettings = (settings: Value["settings"]): Record<string, ScriptSetting> => ({
  capital: settings.initialCapital,
  fee: settings.transactionCosts,
  unit: settings.unitCommission,
  least: settings.minimumCommission,
  fixed: settings.fixedCosts,
  borrow: settings.borrowFee / settings.periodsPerYear,
  slippage: settings.slippage,
  size: settings.positionSize,
  band: settings.resizeBand,
  shorts: settings.direction === "long-short",
  onClose: settings.tradeOnClose,
  whole: settings.wholeUnits,
  closeAtEnd: settings.closeAtEnd,
  adjust: settings.behavioralAdjustment,
});

/** Bars as columns of a script, up to the last traded row; null if opens, highs and lows must be adjusted first. */
export function barColumns({ close, open, high, low, unadjusted }: Input["bars"], rows: number): ScriptQuestion["columns"] | null {
  if (unadjusted && open) return null;
  const whole = open && high && low;
  const sides = [
    ["close", close],
    ["open", open],
    ["high", whole ? high : null],
    ["low", whole ? low : null],
  ] as const;
  return sides.flatMap(([name, values]) => (values ? [{ name, values: values.subarray(0, rows) }] : []));
}

const figuresOf = ({ equity, performance, statistics, account }: Pick<Value, "equity" | "performance" | "statistics" | "account">) => ({
  finalEquity: equity.at(-1) ?? null,
  totalReturn: performance.totalReturn,
  cagr: performance.cagr,
  maxDrawdown: performance.maxDrawdown,
  sharpe: performance.sharpe,
  sortino: performance.sortino,
  trades: statistics.trades,
  netProfit: statistics.netProfit,
  costs: account.costs,
  orders: account.orders,
});

/** Asset and trading settings of one strategy, as named in the scripts. */
export const tradedSettings = (
  { type, parameters, behavioralFactors: { momentum, meanReversion, sentiment } }: Omit<Value["strategy"], "rules">,
  settings: Value["settings"],
): Record<string, ScriptSetting> => ({
  strategy: type,
  ...parameters,
  weights: [momentum, meanReversion, sentiment],
  ...accountSettings(settings),
});

const WEEK = 7 * DAY;

/** Length of the rows [from, to) in years; null without dates. */
export function yearsBetween(times: Input["times"], from: number, to: number): number | null {
  const span = times ? times[to - 1] - times[from] : 0;
  return span >= WEEK ? span / YEAR : null;
}

/** A backtest for another program; null with several instruments, news or block rules. */
export function backtestQuestion({ series, input, value }: Tested): ScriptQuestion | null {
  const { strategy, settings, firstRow, rows, statistics, account, unadjusted, assets } = value;
  const columns = barColumns(input.bars, firstRow + rows);
  if (assets || !columns || !isScriptable(strategy, input.sentiment)) return null;
  const prefixed = (figures: Record<string, number | null>) =>
    Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`unadjusted ${name}`, figure]));
  return {
    kind: "backtest",
    title: `Backtest on ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: {
      ...tradedSettings(strategy, settings),
      first: firstRow,
      years: yearsBetween(input.times, firstRow, firstRow + rows),
      perYear: settings.periodsPerYear,
      riskFree: settings.riskFree,
    },
    columns,
    figures: comparedFigures(1e-9, {
      ...figuresOf(value),
      winRate: statistics.winRate,
      profitFactor: statistics.profitFactor,
      exposure: account.exposure,
      ...(unadjusted && prefixed(figuresOf(unadjusted))),
    }),
  };
}
