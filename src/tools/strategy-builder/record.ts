import { screenRecord } from "../../analysis/record";
import { nameOf } from "../../strategies/record";
import { type BuilderInputs, settingsOf } from "./settings";
import type { OptimizeRun } from "./use-optimize";

type Searched = ReturnType<typeof settingsOf> & Pick<BuilderInputs, "strategy" | "axes" | "objective" | "windows">;

const screen = screenRecord<Searched>("/strategy-builder", ["column", "assets", "benchmark"]);

/** Goes with its trials: validation counts them. */
export function recordSearch(run: OptimizeRun): Promise<void> {
  const { series, text, strategy, axes, inputs, value } = run;
  const { optimized, original, sweep, trials } = value;
  const { objective, windows } = inputs;
  return screen.record(
    { ...run, settings: { ...settingsOf(inputs), strategy, axes, objective, windows } },
    {
      title: `Search for ${nameOf(run)}`,
      data: { data: { series, text } },
      figures: [
        { label: "Sharpe ratio out of sample", value: optimized.performance.sharpe ?? "not available", unit: "" },
        { label: "Original out of sample", value: original.performance.sharpe ?? "not available", unit: "" },
        { label: "Return out of sample", value: optimized.performance.totalReturn, unit: "fraction" },
        { label: "Deflated Sharpe ratio", value: sweep.selection?.dsr ?? "not available", unit: "fraction" },
        { label: "Trials", value: trials, unit: "" },
      ],
    },
  );
}
