import { fileStem, saveJson, saveTable } from "../../data/save-table.ts";
import type { ProposalRun } from "./use-proposal";

/** Weights and what each asset adds, a line per asset, as CSV. */
export function saveWeights({ proposal, set, contributions }: ProposalRun): void {
  const { names, weights, riskContributions } = proposal;
  const columns = [
    { name: "Asset", values: names },
    { name: "Weight", values: weights },
    { name: "Held now", values: Float64Array.from(set.weights) },
    { name: "Share of risk", values: riskContributions ?? weights.map(() => Number.NaN) },
    { name: "Risk over the sample", values: Float64Array.from(names, (_, i) => contributions?.assets[i].percentVolatility ?? Number.NaN) },
    { name: "Return a year", values: Float64Array.from(names, (_, i) => contributions?.assets[i].returnContribution ?? Number.NaN) },
  ];
  void saveTable(columns, `${fileStem(set.name)}-weights.csv`);
}

/** The efficient portfolios with their weights, a line each, as CSV. */
export function saveFrontier({ frontier, set }: ProposalRun): void {
  if (!frontier) return;
  const { points, names } = frontier;
  const columns = [
    { name: "Volatility", values: Float64Array.from(points, ({ volatility }) => volatility) },
    { name: "Expected Return", values: Float64Array.from(points, ({ expectedReturn }) => expectedReturn) },
    { name: "Sharpe Ratio", values: Float64Array.from(points, ({ sharpe }) => sharpe ?? Number.NaN) },
    ...names.map((name, i) => ({ name, values: Float64Array.from(points, ({ weights }) => weights[i]) })),
  ];
  void saveTable(columns, `${fileStem(set.name)}-frontier.csv`);
}

/** Every figure of a proposal with settings and data hashes, as JSON. */
export function saveResults({ proposal, set, input }: ProposalRun): void {
  const { assets: _, ...settings } = input;
  const { weights, riskContributions, correlation, equalWeights, ...figures } = proposal;
  const listed = (values: Float64Array | null) => (values ? [...values] : null);
  saveJson(
    {
      data: set.series.map(({ name, hash, length }) => ({ name, sha256: hash, values: length })),
      settings,
      ...figures,
      weights: listed(weights),
      riskContributions: listed(riskContributions),
      correlation: listed(correlation),
      equalWeights: { ...equalWeights, riskContributions: listed(equalWeights.riskContributions) },
    },
    `${fileStem(set.name)}-portfolio.json`,
  );
}
