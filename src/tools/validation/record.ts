import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import { methodLabel, sharedInputs } from "./settings";
import type { ValidationRun } from "./use-validation";

const SCREEN = "/validation";

/** Writes a finished validation into the list of runs; nobody waits for it. */
export function record({ series, inputs, input, value, text, startedAt, millis }: ValidationRun): Promise<void> {
  const { walkForward, selection, overfitting, kind } = value;
  const metrics = walkForward?.metrics;
  return recordRun({
    screen: SCREEN,
    title: `${methodLabel(inputs.method)} of ${kind === "record" ? "a track record" : `${input.candidates?.length ?? 0} candidates`}`,
    job: "validate-candidates",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value },
    figures: [
      { label: "Robustness", value: metrics?.robustness ?? "not available", unit: "fraction" },
      { label: "Consistency", value: metrics?.consistency ?? "not available", unit: "fraction" },
      { label: "Statistical Significance", value: metrics?.significance ?? "not available", unit: "fraction" },
      { label: "Sharpe Ratio", value: selection.sharpe, unit: "" },
      { label: "PSR", value: selection.psr ?? "not available", unit: "fraction" },
      { label: "DSR", value: selection.dsr ?? "not available", unit: "fraction" },
      { label: "PBO", value: overfitting?.probability ?? "not available", unit: "fraction" },
      { label: "Trials counted", value: selection.trials, unit: "" },
    ],
    startedAt,
    millis,
    settings: sharedInputs(inputs),
    content: { column: inputs.column, saved: inputs.saved },
  });
}

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = ({ inputs }: ValidationRun): Promise<void> => copyShareLink(SCREEN, sharedInputs(inputs));
