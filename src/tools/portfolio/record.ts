import type { AssetSet } from "../../analysis/assets/asset-set";
import type { Clock } from "../../analysis/assets/use-asset-run";
import type { RunToRecord } from "../../state/run-to-record";
import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import { contentOf, objectiveLabel, type PortfolioSettings, sharedSettings } from "./settings";
import type { ProposalRun } from "./use-proposal";
import type { BacktestRun, RebalancingRun } from "./use-simulation";

const SCREEN = "/portfolio";

const inPercent = (label: string, fraction: number | null) => ({ label, value: fraction === null ? null : 100 * fraction, unit: "%" });

/** The data fields of a set of assets: a dataset stands in the field, the holdings of a client's portfolio in none. */
function dataOf({ series }: AssetSet, text: string): RunToRecord["data"] {
  if (series.length === 1) return { assets: { series: series[0], text } };
  return Object.fromEntries(series.map((one, i) => [`holding ${i + 1}`, { series: one, text: "" }]));
}

/** Writes a finished optimization into the list of runs; nobody waits for it. */
export function recordProposal({ set, settings, input, proposal }: ProposalRun, { text, ...clock }: Clock): Promise<void> {
  return recordRun({
    screen: SCREEN,
    title: `${objectiveLabel(proposal.objective)}, ${set.name}`,
    job: "optimize-portfolio",
    input,
    data: dataOf(set, text),
    outcome: { ok: true, value: proposal },
    figures: [
      inPercent("Expected Return", proposal.expectedReturn),
      inPercent("Volatility", proposal.volatility),
      { label: "Sharpe Ratio", value: proposal.sharpe, unit: "" },
      ...proposal.names.map((name, i) => inPercent(`Weight of ${name}`, proposal.weights[i])),
    ],
    ...clock,
    settings: sharedSettings(settings),
    content: contentOf(settings),
  });
}

export function recordRebalancing({ set, settings, input, result }: RebalancingRun, { text, ...clock }: Clock): Promise<void> {
  return recordRun({
    screen: SCREEN,
    title: `Rebalancing ${settings.frequency}, ${set.name}`,
    job: "simulate-rebalancing",
    input,
    data: dataOf(set, text),
    outcome: { ok: true, value: result },
    figures: [
      { label: "Events", value: result.events, unit: "" },
      inPercent("Average turnover", result.avgTurnover),
      inPercent("Risk reduction", result.riskReduction),
      inPercent("Cost impact", result.costImpact),
    ],
    ...clock,
    settings: sharedSettings(settings),
    content: contentOf(settings),
  });
}

export function recordBacktest({ set, settings, input, benchmark, result }: BacktestRun, { text, ...clock }: Clock): Promise<void> {
  const { metrics, trades } = result;
  return recordRun({
    screen: SCREEN,
    title: `Portfolio backtest, ${set.name}`,
    job: "backtest-portfolio",
    input,
    data: { ...dataOf(set, text), ...(benchmark ? { benchmark: { series: benchmark, text: "" } } : {}) },
    outcome: { ok: true, value: result },
    figures: [
      inPercent("Total Return", metrics.totalReturn),
      { label: "Sharpe Ratio", value: metrics.sharpeRatio, unit: "" },
      inPercent("Max Drawdown", metrics.maxDrawdown),
      inPercent("Win Rate", metrics.winRate),
      { label: "Trades", value: trades.total, unit: "" },
      { label: "Transaction Costs", value: trades.costs, unit: "" },
    ],
    ...clock,
    settings: sharedSettings(settings),
    content: contentOf(settings),
  });
}

/** Puts a link to the screen with its settings on the clipboard. */
export const copyLink = (settings: PortfolioSettings): Promise<void> => copyShareLink(SCREEN, sharedSettings(settings));
