import type { Jobs } from "../../workers/jobs";
import type { JobInput } from "../client/pool";
import type { BacktestRun } from "./use-backtest";

/** Job input for the monthly returns of a backtest; null if rows have no dates. */
export const monthsQuestion = ({ value }: Pick<BacktestRun, "value">): JobInput<Jobs, "returns-by-month"> | null =>
  value.times && { times: value.times, strategy: value.equity, benchmark: value.benchmark, before: value.settings.initialCapital };
