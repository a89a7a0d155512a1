import type { Jobs } from "../../../workers/jobs";
import type { JobValue } from "../../client/pool";
import { count } from "../../lib/format.ts";

export type StressValue = JobValue<Jobs, "stress-backtest">;

/** "1,000 runs, seed 7"; null if no trades were resampled: too few, or canceled before. */
export const drawnWith = ({ luck, iterations, seed }: StressValue): string | null =>
  luck ? `${count(iterations)} runs, seed ${seed}` : null;

/** Why there is no result on truncated data. */
export const notTruncated = ({ canceledAfter }: StressValue): string =>
  canceledAfter ? "Look-ahead was not checked." : "Too few rows to truncate the data.";
