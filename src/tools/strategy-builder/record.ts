import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";
import { recordRun } from "../../state/runs";
import { sharedSettings } from "../../strategies/backtest-settings";
import { strategyLine } from "../../strategies/families";
import { settingsOf } from "./settings";
import type { OptimizeRun } from "./use-optimize";

export const SCREEN = "/strategy-builder";

interface Asked {
  input: JobInput<Jobs, "optimize-strategy">;
  text: string;
  startedAt: number;
  millis: number;
}

/** Writes a finished search into the list of runs, with its trials: validation counts them. Nobody waits for it. */
export function recordSearch(
  { series, strategy, axes, inputs, value }: OptimizeRun,
  { input, text, startedAt, millis }: Asked,
): Promise<void> {
  const { optimized, original, sweep, trials } = value;
  const { objective, windows } = inputs;
  return recordRun({
    screen: SCREEN,
    title: `Search for ${strategy.name || strategyLine(strategy)}`,
    job: "optimize-strategy",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value },
    figures: [
      { label: "Sharpe ratio out of sample", value: optimized.performance.sharpe ?? "not available", unit: "" },
      { label: "Original out of sample", value: original.performance.sharpe ?? "not available", unit: "" },
      { label: "Return out of sample", value: optimized.performance.totalReturn, unit: "fraction" },
      { label: "Deflated Sharpe ratio", value: sweep.selection?.dsr ?? "not available", unit: "fraction" },
      { label: "Trials", value: trials, unit: "" },
    ],
    startedAt,
    millis,
    settings: { ...sharedSettings(settingsOf(inputs)), strategy, axes, objective, windows },
    content: { column: inputs.column, assets: inputs.assets },
  });
}
