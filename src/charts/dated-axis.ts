import type { ChartAxis } from "./chart-spec";

/** Dates if there are any, else the place of each value under the name it has. */
export const datedAxis = (times: Float64Array | null | undefined, label: string): ChartAxis =>
  times ? { kind: "time", values: times, label: "Date" } : { kind: "index", values: null, label };
