import type { Jobs } from "../../../workers/jobs";
import type { AssetSet } from "../../analysis/assets/asset-set";
import { dated, fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import type { FigureIntervals } from "../../analysis/intervals/interval-words";
import { CONVENTION } from "../../analysis/programs/convention";
import { type ReportAbout, sourceOf as reportSource } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files";
import type { JobValue } from "../../client/pool";
import { shared } from "./record";
import { portfolioQuestion } from "./script";
import type { PortfolioSettings } from "./settings";
import type { ProposalRun } from "./use-proposal";
import type { BacktestRun, RebalancingRun } from "./use-simulation";

export type AllocatedShares = JobValue<Jobs, "allocate-shares">;

/** The results on the screen so far. */
export interface Shown {
  proposal: ProposalRun | null;
  backtest: BacktestRun | null;
  /** Intervals of the backtest's figures. */
  intervals: FigureIntervals | null;
  rebalancing: RebalancingRun | null;
}

/** Weights and risk contributions, one row per asset, as CSV. */
export function saveWeights({ value: proposal, set, contributions }: ProposalRun): void {
  const { names, weights, riskContributions } = proposal;
  const columns = [
    { name: "Asset", values: names },
    { name: "Weight", values: weights },
    { name: "Current", values: Float64Array.from(set.weights) },
    { name: "Risk share", values: riskContributions ?? weights.map(() => Number.NaN) },
    { name: "Risk over the sample", values: Float64Array.from(names, (_, i) => contributions?.assets[i].percentVolatility ?? Number.NaN) },
    { name: "Return per year", values: Float64Array.from(names, (_, i) => contributions?.assets[i].returnContribution ?? Number.NaN) },
  ];
  void saveTable(columns, `${fileStem(set.name)}-weights`);
}

/** The efficient portfolios with their weights, one row each, as CSV. */
function saveFrontier({ frontier, set }: ProposalRun): void {
  if (!frontier) return;
  const { points, names } = frontier;
  const columns = [
    { name: "Volatility", values: Float64Array.from(points, ({ volatility }) => volatility) },
    { name: "Expected Return", values: Float64Array.from(points, ({ expectedReturn }) => expectedReturn) },
    { name: "Sharpe Ratio", values: Float64Array.from(points, ({ sharpe }) => sharpe ?? Number.NaN) },
    ...names.map((name, i) => ({ name, values: Float64Array.from(points, ({ weights }) => weights[i]) })),
  ];
  void saveTable(columns, `${fileStem(set.name)}-frontier`);
}

/** Whole shares and the orders to reach them, one row per asset, as CSV. */
export function saveOrders({ names, prices, shares, values, weights, orders }: AllocatedShares, { name }: AssetSet): void {
  const columns = [
    { name: "Asset", values: names },
    { name: "Price", values: prices },
    { name: "Shares", values: Float64Array.from(shares) },
    { name: "Value", values },
    { name: "Weight", values: weights },
    { name: "Order", values: orders },
  ];
  void saveTable(columns, `${fileStem(name)}-orders`);
}

type Traded = Pick<RebalancingRun, "set"> & { value: Pick<RebalancingRun["value"], "list" | "names"> };

/** Every listed trade towards the targets, one row per asset whose weight changes, as CSV. */
export function saveTrades({ value: { list, names }, set }: Traded, part: string): void {
  const lines = list.flatMap((event) =>
    names.flatMap((name, i) =>
      event.after[i] === event.before[i] ? [] : [{ event, name, before: event.before[i], after: event.after[i] }],
    ),
  );
  type Line = (typeof lines)[number];
  const column = (name: string, pick: (line: Line) => number) => ({ name, values: Float64Array.from(lines, pick) });
  const withDates = list.every(({ time }) => time !== null);
  const columns = [
    ...(withDates ? [] : [column("Row", ({ event }) => event.row + 1)]),
    { name: "Reason", values: lines.map(({ event }) => event.reason) },
    { name: "Asset", values: lines.map(({ name }) => name) },
    column("Weight before", ({ before }) => before),
    column("Weight after", ({ after }) => after),
    column("Change", ({ before, after }) => after - before),
    column("Turnover of the event", ({ event }) => event.turnover),
    column("Cost of the event", ({ event }) => event.cost),
  ];
  const times = withDates ? Float64Array.from(lines, ({ event }) => event.time ?? Number.NaN) : null;
  void saveTable(dated(times, columns), `${fileStem(set.name)}-${part}-trades`);
}

const sourceOf = ({ series }: AssetSet) => series.map(({ name, hash, length }) => ({ name, sha256: hash, values: length }));
const listed = (values: Float64Array | null) => (values ? [...values] : null);

function optimizationDocument({ value: proposal, set, input }: ProposalRun) {
  const { assets: _, ...settings } = input;
  const { weights, riskContributions, correlation, implied, equalWeights, ...figures } = proposal;
  return {
    data: sourceOf(set),
    settings,
    ...figures,
    weights: listed(weights),
    riskContributions: listed(riskContributions),
    correlation: listed(correlation),
    implied: listed(implied),
    equalWeights: { ...equalWeights, riskContributions: listed(equalWeights.riskContributions) },
  };
}

function backtestDocument({ value: result, set, input, benchmark }: BacktestRun, intervals: FigureIntervals | null) {
  const { assets: _, benchmark: __, ...settings } = input;
  const { times: ___, value: ____, valueUntouched: _____, benchmark: held, months, rolling, ...figures } = result;
  return {
    data: sourceOf(set),
    settings,
    ...figures,
    intervals,
    against: held && benchmark && { name: benchmark.name, sha256: benchmark.hash, performance: held.performance },
    months: months && { years: months.years, returns: listed(months.values), totals: listed(months.totals) },
    rolling: rolling.map(({ values: ______, ...span }) => span),
  };
}

function rebalancingDocument({ value: result, set, input }: RebalancingRun) {
  const { assets: _, ...settings } = input;
  const { times: __, value: ___, valueWithoutCosts: ____, valueUntouched: _____, ...figures } = result;
  return { data: sourceOf(set), settings, ...figures };
}

/**
 * Everything the screen found with settings and data hashes, except long columns. Field names follow the specification where it defines
 * them.
 */
const resultDocument = ({ proposal, backtest, intervals, rebalancing }: Shown) => ({
  format: "prospect-portfolio-result",
  version: 1,
  ...CONVENTION,
  optimization: proposal && optimizationDocument(proposal),
  backtest: backtest && backtestDocument(backtest, intervals),
  rebalancing: rebalancing && rebalancingDocument(rebalancing),
});

const runsOf = ({ proposal, backtest, rebalancing }: Shown) => [proposal, backtest, rebalancing].filter((run) => run !== null);
const newestOf = (shown: Shown) =>
  runsOf(shown)
    .sort((a, b) => b.at - a.at)
    .at(0);

/** Report data that are not on the screen. */
function reportAbout(shown: Shown): ReportAbout | null {
  const runs = runsOf(shown);
  const newest = newestOf(shown);
  if (!newest) return null;
  const series = [...runs.flatMap(({ set }) => set.series), ...(shown.backtest?.benchmark ? [shown.backtest.benchmark] : [])];
  return {
    title: `Portfolio of ${newest.set.name}`,
    fileName: `${fileStem(newest.set.name)}-portfolio`,
    sources: [...new Map(series.map((one) => [one.hash, reportSource(one)])).values()],
    settings: newest.settings,
    at: newest.at,
    result: resultDocument(shown),
  };
}

export function PortfolioExports({ shown, settings }: { shown: Shown; settings: PortfolioSettings }) {
  const { proposal, backtest, rebalancing } = shown;
  const set = (proposal ?? backtest ?? rebalancing)?.set;
  return (
    <ExportMenu
      report={() => reportAbout(shown)}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "all results, settings and data hashes",
          save: () => set && saveJson(resultDocument(shown), `${fileStem(set.name)}-portfolio.json`),
          disabled: !set,
        },
        { id: "weights", label: "Weights", table: true, save: () => proposal && saveWeights(proposal), disabled: !proposal },
        { id: "frontier", label: "Frontier", table: true, save: () => proposal && saveFrontier(proposal), disabled: !proposal?.frontier },
        {
          id: "backtest-trades",
          label: "Trades of the backtest",
          table: true,
          save: () => backtest && saveTrades(backtest, "backtest"),
          disabled: !backtest,
        },
        {
          id: "rebalancing-trades",
          label: "Trades of the rebalancing",
          table: true,
          save: () => rebalancing && saveTrades(rebalancing, "rebalancing"),
          disabled: !rebalancing,
        },
        ...scriptFiles(`${fileStem(set?.name ?? "")}-weights`, proposal && portfolioQuestion(proposal)),
      ]}
      startedAt={newestOf(shown)?.startedAt}
      share={() => shared(settings)}
    />
  );
}
