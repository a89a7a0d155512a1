import { type Count, type Fraction, type Outcome, succeed } from "../contract";
import { fixed, percent } from "../format";
import { yearsOf } from "../performance";
import type { JobContext } from "../runtime/job";
import { putAssets } from "./assets";
import { type AssetCloses, type MarketInput, putMarket } from "./bars";
import { type Run, runEngine } from "./engine";
import type { BacktestSettings, BehavioralFactors, FullStrategy, StrategyParameters } from "./schema";
import { basicsOf } from "./scores";
import { settingsRow } from "./settings-row";
import { decisionsTable, figuresOf, SWEEP_FIGURES, type SweepFigure } from "./sweep-part";
import { type Modules, tradeAssets } from "./trade-assets";

/** Parameters and weights in the form of the specification's block. */
export type ParameterBlock = StrategyParameters & { behavioralFactors: BehavioralFactors };
export type HeadMetrics = { sharpeRatio: number | null; returns: Fraction | null; maxDrawdown: Fraction | null; trades: Count | null };

/** Reruns some strategies to get their returns. */
export async function runAgain(context: JobContext, input: MarketInput, settings: BacktestSettings, strategies: FullStrategy[]) {
  const kernels = await context.load("backtest");
  const [factors, risk] = [await context.load("factors"), await context.load("risk")];
  const portfolio = await context.load("portfolio");
  const { arena } = context;
  return arena.scope(() => {
    const modules = { kernels, factors, risk, portfolio };
    const trading = input.assets
      ? tradingAssets(context, modules, { ...input, assets: input.assets }, settings)
      : tradingOne(context, modules, input, settings);
    if (!trading.ok) return trading;
    const { n, first, notes, trade } = trading.value;
    const runs = strategies.map((strategy) =>
      arena.scope(() => {
        const run = trade(strategy);
        return {
          figures: figuresOf(run.performance, run.figures, run.account, run.ruined !== null),
          returns: returnsOf(context, run.equity),
          total: run.performance.totalReturn,
        };
      }),
    );
    return succeed({ runs, firstRow: first, rows: n - first, notes });
  });
}

type Trading = Outcome<{ n: Count; first: Count; notes: string[]; trade: (strategy: FullStrategy) => Run }>;

function tradingOne(context: JobContext, modules: Modules, input: MarketInput, settings: BacktestSettings): Trading {
  const put = putMarket(context, modules, input, settings);
  if (!put.ok) return put;
  const market = put.value;
  const { n, first, times, notes } = market;
  const basics = basicsOf(context, modules.factors, market);
  const { initialCapital: capital, periodsPerYear: perYear, riskFree, closeAtEnd } = settings;
  const basis = { perYear, riskFree, years: yearsOf(times, first, n) };
  const trade = (strategy: FullStrategy) => {
    const columns = decisionsTable(context, modules, market, basics, strategy, settings);
    const line = context.arena.put(Float64Array.from(settingsRow(settings, strategy)));
    const plan = { columns, settings: line, capital, first, n, closeAtEnd, times, basis, brief: true };
    return runEngine(context, modules.kernels, modules.risk, plan);
  };
  return succeed({ n, first, notes, trade });
}

function tradingAssets(
  context: JobContext,
  modules: Modules,
  input: MarketInput & { assets: AssetCloses[] },
  settings: BacktestSettings,
): Trading {
  const put = putAssets(context, modules, input, settings);
  if (!put.ok) return put;
  const { n, first, notes } = put.value;
  const how = { adjust: settings.behavioralAdjustment, brief: true };
  return succeed({ n, first, notes, trade: (strategy) => tradeAssets(context, modules, put.value, strategy, settings, how) });
}

const CHUNK = 131_072;

function returnsOf(context: JobContext, equity: Float64Array): Float64Array {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const [values, out] = [arena.put(equity), arena.take(equity.length)];
    for (let from = 0; from < equity.length; from += CHUNK) kernels.simpleReturns(values, from, Math.min(from + CHUNK, equity.length), out);
    const returns = context.column(equity.length - 1);
    returns.set(arena.view(out, equity.length).subarray(1));
    return returns;
  });
}

export const parametersOf = ({ parameters, behavioralFactors }: FullStrategy): ParameterBlock => ({ ...parameters, behavioralFactors });

export function metricsOf(figures: readonly number[]): HeadMetrics {
  const at = (name: SweepFigure) => {
    const value = figures[SWEEP_FIGURES.indexOf(name)];
    return Number.isNaN(value) ? null : value;
  };
  return { sharpeRatio: at("sharpeRatio"), returns: at("returns"), maxDrawdown: at("maxDrawdown"), trades: at("trades") };
}

/** "+0.42", "−1.3%"; a smaller drawdown counts as an increase, "+". */
function signed(before: number | null, after: number | null, text: (change: number) => string): string {
  if (before === null || after === null) return "not available";
  return after < before ? `−${text(before - after)}` : `+${text(after - before)}`;
}

/** Changes from one to the other, as signed texts. */
export const improvementOf = (before: Omit<HeadMetrics, "trades">, after: Omit<HeadMetrics, "trades">) => ({
  sharpeRatio: signed(before.sharpeRatio, after.sharpeRatio, (change) => fixed(change, 2)),
  returns: signed(before.returns, after.returns, percent),
  maxDrawdown: signed(before.maxDrawdown, after.maxDrawdown, percent),
});
