import type { Account } from "../analysis/next/keep-account.ts";
import { nameOf } from "./record";
import type { BacktestRun } from "./use-backtest";

/** The value of the account at every row of a backtest, as what its Total Return, Sharpe Ratio and Max Drawdown are of. */
export function accountOf(run: BacktestRun): Account {
  const { equity, times } = run.value;
  const of = `${nameOf(run)} on ${run.series.name}`;
  return { name: `Equity: ${of}`, made: `Equity of a backtest, after costs: ${of}.`, times, values: equity };
}
