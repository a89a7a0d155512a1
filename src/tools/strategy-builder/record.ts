import { screenRecord } from "../../analysis/record";
import { DISTINCT_TRIALS } from "../../state/run-body";
import { nameOf } from "../../strategies/record";
import { type BuilderInputs, partsOf } from "./settings";
import type { OptimizeRun } from "./use-optimize";

type Parts = ReturnType<typeof partsOf>;
type Searched = Parts["settings"] & Parts["searched"] & Pick<BuilderInputs, "strategy">;

const screen = screenRecord<Searched>("/strategy-builder", ["column", "assets", "benchmark"]);

function settingsOf({ strategy, axes, inputs }: OptimizeRun): Searched {
  const { settings, searched } = partsOf(inputs);
  return { ...settings, ...searched, strategy, axes };
}

export const sharedSearch = (run: OptimizeRun) => screen.shared(settingsOf(run));

/** Records the trials, which validation counts. */
export function recordSearch(run: OptimizeRun): Promise<void> {
  const { series, text, value } = run;
  const { optimized, original, sweep, trials } = value;
  return screen.record(
    { ...run, settings: settingsOf(run) },
    {
      title: `Search for ${nameOf(run)}`,
      data: { data: { series, text } },
      figures: [
        { label: "Sharpe ratio out of sample", value: optimized.performance.sharpe ?? "not available", unit: "", decimals: 2 },
        { label: "Original out of sample", value: original.performance.sharpe ?? "not available", unit: "", decimals: 2 },
        { label: "Return out of sample", value: optimized.performance.totalReturn, unit: "fraction" },
        { label: "Deflated Sharpe ratio", value: sweep.selection?.dsr ?? "not available", unit: "fraction" },
        { label: "Trials", value: trials, unit: "" },
        { label: DISTINCT_TRIALS, value: sweep.combinations, unit: "" },
      ],
    },
  );
}
