import type { Outcome } from "../../workers/contract";
import type { ComputeIndicatorInput, ComputeIndicatorOutput } from "../../workers/indicators/jobs/compute-indicator";
import { Store } from "../lib/store";

/** What a chart of prices has done for it in other threads. */
export interface ChartDesk {
  indicator(input: ComputeIndicatorInput, signal: AbortSignal): Promise<Outcome<ComputeIndicatorOutput>>;
}

/** Null until there is somebody: charts offer no indicators then. Apart, since charts know neither workers nor the device. */
export const chartDesk = new Store<ChartDesk | null>(null);
