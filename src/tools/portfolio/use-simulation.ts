import { getDefault } from "valibot";
import type { Failure, Series } from "../../../workers/contract";
import { intervalEntries } from "../../../workers/risk/schema";
import type { AssetSet } from "../../analysis/assets/asset-set";
import type { AssetChoice } from "../../analysis/assets/use-assets";
import { type IntervalQuestion, useIntervals } from "../../analysis/intervals/use-intervals";
import { answer, type Finished, useAnalysis } from "../../analysis/use-analysis";
import { logFailure } from "../../lib/texts.ts";
import { benchmarkOf, loadBenchmark } from "../../strategies/benchmark";
import type { PortfolioSettings } from "./settings";
import { simulationInput } from "./simulation-input";

interface Basis {
  set: AssetSet;
  text: string;
  settings: PortfolioSettings;
}
export type RebalancingRun = Finished<"simulate-rebalancing", Basis>;
export type BacktestRun = Finished<"backtest-portfolio", Basis & { benchmark: Series | null }>;

/** Failures are shown in the card, and logged to the console. */
function reword(failure: Failure): Failure {
  void logFailure(failure);
  return failure;
}

/** Maximum number of start dates tried. */
const STARTS = 40;

const SETTINGS = [
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

/** Whether assets, weights or settings differ from those of a simulation. */
const isStale = (run: Basis, key: string | null, now: PortfolioSettings, own: readonly (keyof PortfolioSettings)[]): boolean =>
  run.set.key !== key || [...SETTINGS, ...own].some((name) => run.settings[name] !== now[name]);

/** Simulates rebalancing to the targets over all rows. */
export const useRebalancing = (choice: AssetChoice, settings: PortfolioSettings) =>
  useAnalysis<RebalancingRun>({
    work: async (turn) => {
      const gathered = await choice.gather();
      if (!gathered.ok) return gathered;
      const set = gathered.value;
      const basis = { set, text: choice.source.text, settings };
      return answer(turn, "simulate-rebalancing", simulationInput(set, settings, false), basis, { reword });
    },
    isStale: (run) => isStale(run, choice.key, settings, ["riskBudget"]),
    onDone: (run) => void import("./record").then(({ recordRebalancing }) => recordRebalancing(run)),
  });

/** Simulates holding the weights between two dates, with costs for the first purchase and every trade. */
export function useBacktest(choice: AssetChoice, settings: PortfolioSettings) {
  const analysis = useAnalysis<BacktestRun>({
    work: async (turn) => {
      const gathered = await choice.gather();
      if (!gathered.ok) return gathered;
      const set = gathered.value;
      const loaded = await loadBenchmark(settings.benchmark, settings.assetsFrom === "dataset" ? set.series[0].hash : null);
      if (!loaded.ok) return loaded;
      const benchmark = loaded.value;
      const input = { ...simulationInput(set, settings, true), benchmark: benchmarkOf(benchmark), starts: STARTS };
      return answer(turn, "backtest-portfolio", input, { set, text: choice.source.text, settings, benchmark }, { reword });
    },
    isStale: (run) => isStale(run, choice.key, settings, ["startDate", "endDate", "benchmark", "resamples"]),
    onDone: (run) => void import("./record").then(({ recordBacktest }) => recordBacktest(run)),
  });
  return useIntervals(analysis, intervalsQuestion);
}

/** The first purchase has costs, so the capital precedes the first value. */
function intervalsQuestion({ value: { value, times }, settings, input }: BacktestRun): IntervalQuestion | null {
  const iterations = settings.resamples ?? getDefault(intervalEntries.iterations);
  const { initialCapital: before, periodsPerYear: perYear, riskFree } = input;
  return iterations === 0 ? null : { values: value, times, before, iterations, perYear, riskFree };
}
