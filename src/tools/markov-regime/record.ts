import { screenRecord } from "../../analysis/record";
import { regimeFigures } from "../../analysis/run-figures";
import { type MarkovSettings, modelLabel } from "./settings";
import type { MarkovRun, TimingRun } from "./use-markov";

const screen = screenRecord<MarkovSettings>("/markov-regime", ["column"]);
export const { shared } = screen;

const dataOf = ({ series, text }: MarkovRun) => ({ data: { series, text } });

export function recordFit(run: MarkovRun): Promise<void> {
  return screen.record(run, {
    title: modelLabel(run.settings),
    data: dataOf(run),
    figures: regimeFigures(run.value),
  });
}

/** Recorded separately from the fit it followed. */
export function recordTiming(run: TimingRun): Promise<void> {
  const { performance, holding, changes, test, lookAhead } = run.value;
  return screen.record(run, {
    title: `Regime timing, parameters from ${lookAhead ? "the whole series" : "the first half"}`,
    data: dataOf(run.of),
    figures: [
      { label: "Sharpe Ratio of the rule", value: performance.sharpe ?? "—", unit: "", decimals: 3 },
      { label: "Sharpe Ratio of buy and hold", value: holding.sharpe ?? "—", unit: "", decimals: 3 },
      { label: "Changes", value: changes, unit: "" },
      { label: "Timing p", value: test?.p ?? "—", unit: "" },
    ],
  });
}
