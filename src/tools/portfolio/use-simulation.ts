import { useCallback } from "react";
import { type Outcome, type Series, succeed } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { AssetSet } from "../../analysis/assets/asset-set";
import { type Clock, useAssetJob } from "../../analysis/assets/use-asset-run";
import type { AssetChoice } from "../../analysis/assets/use-assets";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import { benchmarkOf, loadBenchmark } from "../../strategies/benchmark";
import type { PortfolioSettings } from "./settings";
import { type SimulationInput, simulationInput } from "./simulation-input";

export interface RebalancingRun {
  set: AssetSet;
  settings: PortfolioSettings;
  input: SimulationInput;
  result: JobValue<Jobs, "simulate-rebalancing">;
  /** When it was there. */
  at: number;
}

export interface BacktestRun extends Omit<RebalancingRun, "result" | "input"> {
  input: JobInput<Jobs, "backtest-portfolio">;
  benchmark: Series | null;
  result: JobValue<Jobs, "backtest-portfolio">;
}

/** What went wrong stands in the card, and in the console. */
function logged<Value>(outcome: Outcome<Value>): Outcome<Value> {
  if (!outcome.ok && outcome.failure.code !== "canceled") console.error(outcome.failure.message);
  return outcome;
}

/** First days a backtest is tried from, at most. */
const STARTS = 40;

const recordRebalancing = (run: RebalancingRun, clock: Clock): void =>
  void import("./record").then((record) => record.recordRebalancing(run, clock));
const recordBacktest = (run: BacktestRun, clock: Clock): void =>
  void import("./record").then((record) => record.recordBacktest(run, clock));

/** Keeps the weights at their targets over all rows. */
export function useRebalancing(choice: AssetChoice, settings: PortfolioSettings, perYear: number) {
  const job = useJob("simulate-rebalancing");
  const work = useCallback(
    async (set: AssetSet): Promise<Outcome<RebalancingRun>> => {
      const input = simulationInput(set, settings, perYear, false);
      const outcome = logged(await job.run(input));
      return outcome.ok ? succeed({ set, settings, input, result: outcome.value, at: Date.now() }) : outcome;
    },
    [settings, perYear, job.run],
  );
  return useAssetJob(choice, job, work, recordRebalancing);
}

/** Holds the weights between two dates, the first purchase and every trade with costs. */
export function useBacktest(choice: AssetChoice, settings: PortfolioSettings, perYear: number) {
  const job = useJob("backtest-portfolio");
  const work = useCallback(
    async (set: AssetSet): Promise<Outcome<BacktestRun>> => {
      const loaded = await loadBenchmark(settings.benchmark, settings.assetsFrom === "dataset" ? set.series[0].hash : null);
      if (!loaded.ok) return loaded;
      const benchmark = loaded.value;
      const input = { ...simulationInput(set, settings, perYear, true), rival: benchmarkOf(benchmark), starts: STARTS };
      const outcome = logged(await job.run(input));
      return outcome.ok ? succeed({ set, settings, input, benchmark, result: outcome.value, at: Date.now() }) : outcome;
    },
    [settings, perYear, job.run],
  );
  return useAssetJob(choice, job, work, recordBacktest);
}

const SHARED = [
  "frequency",
  "trigger",
  "threshold",
  "maxTurnover",
  "initialCapital",
  "transactionCosts",
  "slippage",
  "riskFree",
  "perYear",
] as const;

/** Whether assets, weights or settings are no longer those of a shown simulation. */
export const simulationStale = (
  run: Pick<RebalancingRun, "set" | "settings">,
  key: string | null,
  settings: PortfolioSettings,
  own: readonly (keyof PortfolioSettings)[],
): boolean => run.set.key !== key || [...SHARED, ...own].some((name) => run.settings[name] !== settings[name]);
