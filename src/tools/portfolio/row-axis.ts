import type { ChartAxis } from "../../charts/chart-spec";

/** Rows by their dates, or counted where they carry none. */
export const rowAxis = (times: Float64Array | null): ChartAxis =>
  times ? { kind: "time", values: times, label: "Date" } : { kind: "index", values: null, label: "Row" };
