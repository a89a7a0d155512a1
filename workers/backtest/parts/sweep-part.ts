import type { Outcome } from "../contract";
import { type SweepPartInput, sweepPart } from "../lib/backtest/sweep-part";
import type { JobContext } from "../lib/job";

/** One stretch of a grid of backtests; what the stretches are, its caller knows (`sweep-backtest.ts`). */
export function sweepPartJob(input: SweepPartInput, context: JobContext): Promise<Outcome<Float64Array[]>> {
  return sweepPart(input, context);
}
