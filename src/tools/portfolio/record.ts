import { assetData, inPercent } from "../../analysis/assets/asset-record";
import { screenRecord } from "../../analysis/record";
import { objectiveLabel, type PortfolioSettings } from "./settings";
import type { ProposalRun } from "./use-proposal";
import type { BacktestRun, RebalancingRun } from "./use-simulation";

/** Names of assets and clients reveal something about the data. */
const OF_DATA = ["portfolio", "weights", "lower", "upper", "groups", "views", "benchmark"] as const;
const screen = screenRecord<PortfolioSettings>("/portfolio", OF_DATA);
export const { shared } = screen;

export function recordProposal(run: ProposalRun): Promise<void> {
  const { objective, expectedReturn, volatility, sharpe, names, weights } = run.value;
  return screen.record(run, {
    title: `${objectiveLabel(objective)}, ${run.set.name}`,
    data: assetData(run),
    figures: [
      inPercent("Expected Return", expectedReturn),
      inPercent("Volatility", volatility),
      { label: "Sharpe Ratio", value: sharpe, unit: "", decimals: 2 },
      ...names.map((name, i) => inPercent(`Weight of ${name}`, weights[i])),
    ],
  });
}

export function recordRebalancing(run: RebalancingRun): Promise<void> {
  const { events, avgTurnover, riskReduction, costImpact } = run.value;
  return screen.record(run, {
    title: `Rebalancing ${run.settings.frequency}, ${run.set.name}`,
    data: assetData(run),
    figures: [
      { label: "Events", value: events, unit: "" },
      inPercent("Average turnover", avgTurnover),
      inPercent("Risk reduction", riskReduction),
      inPercent("Cost impact", costImpact, 3),
    ],
  });
}

export function recordBacktest(run: BacktestRun): Promise<void> {
  const { metrics, trades } = run.value;
  const { benchmark } = run;
  return screen.record(run, {
    title: `Portfolio backtest, ${run.set.name}`,
    data: { ...assetData(run), ...(benchmark ? { benchmark: { series: benchmark, text: "" } } : {}) },
    figures: [
      inPercent("Total Return", metrics.totalReturn),
      { label: "Sharpe Ratio", value: metrics.sharpeRatio, unit: "", decimals: 2 },
      inPercent("Max Drawdown", metrics.maxDrawdown),
      inPercent("Win Rate", metrics.winRate, 1),
      { label: "Trades", value: trades.total, unit: "" },
      { label: "Transaction Costs", value: trades.costs, unit: "", decimals: 0 },
    ],
  });
}
