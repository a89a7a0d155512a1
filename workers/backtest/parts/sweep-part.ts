import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { type SweepPartInput, sweepPart } from "../sweep-part";

/** One part of a grid of backtests (`sweep-backtest.ts`). */
export function sweepPartJob(input: SweepPartInput, context: JobContext): Promise<Outcome<Float64Array[]>> {
  return sweepPart(input, context);
}
