import type { ChartAxis } from "./chart-spec";

/** Dates if any, otherwise an index axis with the given label. */
export const datedAxis = (times: Float64Array | null | undefined, label: string): ChartAxis =>
  times ? { kind: "time", values: times, label: "Date" } : { kind: "index", values: null, label };
