import type { Jobs } from "../../../workers/jobs";
import type { IntervalSettings } from "../../../workers/risk/schema";
import type { JobValue } from "../../client/pool";
import type { TableColumns } from "../../lib/table-file.ts";
import { count, plain } from "../../lib/format.ts";

/** A figure with its 95% interval. */
export type Estimate = JobValue<Jobs, "analyze-risk">["metrics"]["sharpe"];

/** "12.3% to 18.1%", or why there is none. */
export function intervalText(estimate: Estimate, show: (value: number) => string, preliminary: boolean): string {
  if (estimate.value === null) return estimate.reason ?? "not available";
  if (estimate.lower === null || estimate.upper === null) return preliminary ? "interval follows" : "no interval";
  return `${show(estimate.lower)} to ${show(estimate.upper)}`;
}

const SCHEME = { stationary: "stationary blocks", circular: "circular blocks", independent: "single returns" } as const;

/** How an interval was drawn, for what is behind a figure. @param drawn resamples it is of; null where there is none */
export const intervalRow = (drawn: number | null, { scheme, seed }: Pick<IntervalSettings, "scheme" | "seed">): [string, string] => [
  "95% interval",
  drawn === null ? "off" : `${count(drawn)} resamples, ${SCHEME[scheme]}, seed ${plain(seed)}`,
];

/** A line of a table of figures. */
export interface EstimateLine {
  label: string;
  value: number | null;
  lower: number | null;
  upper: number | null;
}

/** Figures with their intervals as columns of a file. */
export function estimateColumns(lines: readonly EstimateLine[]): TableColumns {
  const column = (name: string, pick: (line: EstimateLine) => number | null) => ({
    name,
    values: Float64Array.from(lines, (line) => pick(line) ?? Number.NaN),
  });
  return [
    { name: "Figure", values: lines.map(({ label }) => label) },
    column("Value", ({ value }) => value),
    column("Lower 95%", ({ lower }) => lower),
    column("Upper 95%", ({ upper }) => upper),
  ];
}
