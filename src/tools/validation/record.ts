import { screenRecord } from "../../analysis/record";
import { methodLabel, type ValidationInputs } from "./settings";
import type { ValidationRun } from "./use-validation";

/** Names of columns and saved strategies are specific to this device. */
const screen = screenRecord<ValidationInputs>("/validation", ["column", "saved"]);
export const { shared } = screen;

export function record(run: ValidationRun): Promise<void> {
  const { series, text, settings, input } = run;
  const { walkForward, selection, overfitting, kind } = run.value;
  const metrics = walkForward?.metrics;
  const what = kind === "record" ? "a track record" : `${input.candidates?.length ?? 0} candidates`;
  return screen.record(run, {
    title: `${methodLabel(settings.method)} of ${what}`,
    data: { data: { series, text } },
    figures: [
      { label: "Robustness", value: metrics?.robustness ?? "not available", unit: "fraction" },
      { label: "Consistency", value: metrics?.consistency ?? "not available", unit: "fraction" },
      { label: "Statistical Significance", value: metrics?.significance ?? "not available", unit: "fraction" },
      { label: "Sharpe Ratio", value: selection.sharpe, unit: "", decimals: 2 },
      { label: "PSR", value: selection.psr ?? "not available", unit: "fraction" },
      { label: "DSR", value: selection.dsr ?? "not available", unit: "fraction" },
      { label: "PBO", value: overfitting?.probability ?? "not available", unit: "fraction" },
      { label: "Trials counted", value: selection.trials, unit: "" },
    ],
  });
}
