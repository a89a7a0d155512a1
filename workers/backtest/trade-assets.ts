import type { FactorKernels } from "../factors";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { type RiskKernels, yearsOf } from "../performance";
import type { JobContext } from "../runtime/job";
import { type AssetsMarket, assetTables, heldTables, shareOf } from "./assets";
import type { BacktestKernels } from "./layout";
import type { BacktestSettings, FullStrategy } from "./schema";
import { settingsRow } from "./settings-row";
import { runShared, type SharedRun } from "./shared";

/** What a backtest computes with. */
export interface Modules {
  kernels: BacktestKernels;
  factors: FactorKernels;
  risk: RiskKernels;
  portfolio: PortfolioKernels;
}

interface AssetsRun extends SharedRun {
  /** Inputs that were missing for the scores. */
  notes: string[];
}

/** Trades a strategy on several instruments with shared cash. @param adjust whether to apply the behavioral adjustment */
export function tradeAssets(
  context: JobContext,
  { kernels, factors, risk }: Modules,
  market: AssetsMarket,
  strategy: FullStrategy,
  settings: BacktestSettings,
  { adjust, brief }: { adjust: boolean; brief: boolean },
): AssetsRun {
  return context.arena.scope(() => {
    const { tables, notes } = assetTables(context, { kernels, factors }, market, strategy, settings, adjust);
    const row = settingsRow({ ...settings, positionSize: shareOf(market, strategy, settings) }, strategy);
    return { ...runShared(context, kernels, risk, market, planOf(context, market, settings, tables, row, brief)), notes };
  });
}

/** Buy and hold of an equal share of each instrument. @param row builds the settings row of buy and hold */
export function holdAssets(
  context: JobContext,
  { kernels, risk }: Omit<Modules, "factors">,
  market: AssetsMarket,
  settings: BacktestSettings,
  row: (settings: BacktestSettings) => number[],
): SharedRun {
  return context.arena.scope(() => {
    const own = { ...settings, closeAtEnd: false };
    const line = row({ ...own, positionSize: 1 / market.given });
    return runShared(context, kernels, risk, market, planOf(context, market, own, heldTables(context, market), line, true));
  });
}

function planOf(
  { arena }: JobContext,
  { first, n, times }: AssetsMarket,
  { initialCapital: capital, periodsPerYear: perYear, riskFree, closeAtEnd }: BacktestSettings,
  tables: number,
  row: number[],
  brief: boolean,
) {
  return {
    tables,
    settings: arena.put(Float64Array.from(row)),
    capital,
    closeAtEnd,
    basis: { perYear, riskFree, years: yearsOf(times, first, n) },
    brief,
  };
}
