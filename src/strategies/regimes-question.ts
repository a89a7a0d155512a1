import type { Jobs } from "../../workers/jobs";
import { compute } from "../client/compute";
import type { JobInput, JobValue } from "../client/pool";
import type { BacktestRun } from "./use-backtest";

/** Job input for the performance of a backtest by regime; null if it is not split. */
export function regimesQuestion({
  value,
  settings: { regimes },
  input,
}: Pick<BacktestRun, "value" | "settings" | "input">): JobInput<Jobs, "split-by-regime"> | null {
  if (!regimes) return null;
  const { equity, benchmark, firstRow, settings, assets } = value;
  const { periodsPerYear: perYear, riskFree } = settings;
  return { close: assets ? null : input.bars.close, firstRow, equity, benchmark, ...regimes, perYear, riskFree };
}

/** Performance by regime for a file, or why there is none; null if it is not split. Answered from the cache if it is on the screen. */
export async function regimesOf(run: BacktestRun) {
  const question = regimesQuestion(run);
  return question && compute.run("split-by-regime", question);
}

export type RegimeSplit = JobValue<Jobs, "split-by-regime">;
export type RegimeFigures = RegimeSplit["regimes"][number];

/** Note below the figures: of which series the regimes are, and which part of them looks ahead. */
export function regimesNote(caption: string, { value: { assets }, benchmark }: Pick<BacktestRun, "value" | "benchmark">): string {
  const whose = assets && benchmark ? `The regimes are those of the benchmark, ${benchmark.name}. ` : "";
  return `${caption} ${whose}The model is fitted to the whole series; its probabilities do not look ahead.`;
}
