import type { Jobs } from "../../workers/jobs";
import type { JobInput, JobValue } from "../client/pool";
import type { BacktestRun } from "./use-backtest";

/** What is asked for the performance of a backtest by regime; null where it is not split. */
export function regimesQuestion({
  value,
  settings: { regimes },
  input,
}: Pick<BacktestRun, "value" | "settings" | "input">): JobInput<Jobs, "split-by-regime"> | null {
  if (!regimes) return null;
  const { equity, benchmark, firstRow, settings, assets } = value;
  // Several assets are represented by the value of holding all of them.
  const prices = assets ? { close: benchmark, firstRow: 0 } : { close: input.bars.close, firstRow };
  return { ...prices, equity, benchmark, ...regimes, perYear: settings.periodsPerYear, riskFree: settings.riskFree };
}

export type RegimeSplit = JobValue<Jobs, "split-by-regime">;
export type RegimeFigures = RegimeSplit["regimes"][number];
