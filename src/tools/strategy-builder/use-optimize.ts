import { type Failure, type Outcome, type Series, within } from "../../../workers/contract";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { logged } from "../../analysis/logged";
import { answer, type Finished, useAnalysis } from "../../analysis/use-analysis";
import type { StrategyContent } from "../../state/strategy-body";
import { type AxisChoice, jobAxes, usedAxes } from "../../strategies/axes";
import { type ChangeDates, prepare, useMovedDates } from "../../strategies/use-backtest";
import { type BuilderInputs, partsOf, SEARCH_DEFAULTS } from "./settings";

export type OptimizeRun = Finished<
  "optimize-strategy",
  { series: Series; text: string; strategy: StrategyContent; axes: AxisChoice[]; inputs: BuilderInputs }
>;

const reword = (failure: Failure): Failure => within("backtest/optimizationFailed", failure);

const amountsOf = ({ windows, trials, seed }: BuilderInputs) => ({
  windows: windows ?? SEARCH_DEFAULTS.windows,
  trials: trials ?? SEARCH_DEFAULTS.trials,
  seed: seed ?? SEARCH_DEFAULTS.seed,
});

/** Searches parameters on all workers. */
export function useOptimize(source: SeriesSource, inputs: BuilderInputs, changeDates: ChangeDates) {
  const moveDates = useMovedDates(changeDates);
  return useAnalysis<OptimizeRun>({
    work: async (turn): Promise<Outcome<OptimizeRun>> => {
      const { strategy, search, objective } = inputs;
      const prepared = await prepare(source, strategy, partsOf(inputs).settings, moveDates);
      if (!prepared.ok) return logged(prepared);
      const { series, text, settings } = prepared.value.basis;
      const axes = usedAxes(inputs.axes, strategy);
      const { windows, trials, seed } = amountsOf(inputs);
      const drawn = search === "random" ? { search, trials, seed } : {};
      const input = { ...prepared.value.input, axes: jobAxes(axes, search), ...drawn, objective, windows };
      const { startDate, endDate } = settings;
      const basis = { series, text, strategy, axes, inputs: { ...inputs, startDate, endDate } };
      return logged(await answer(turn, "optimize-strategy", input, basis, { priority: "batch", reword, keepsPart: true }));
    },
    isPart: ({ value }) => value.canceledAfter !== undefined,
    onDone: (run) => void import("./record").then(({ recordSearch }) => recordSearch(run)),
  });
}

export type OptimizeControl = ReturnType<typeof useOptimize>;
