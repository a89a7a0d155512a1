import type { Jobs } from "../../../workers/jobs";
import type { IntervalSettings } from "../../../workers/risk/schema";
import type { JobValue } from "../../client/pool";
import { canceledAfter } from "../../lib/canceled-after";
import { count, plain } from "../../lib/format.ts";
import type { TableColumns } from "../../lib/table-file.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { CONVENTION } from "../programs/convention";

/** Figures of an account with their intervals. */
export type FigureIntervals = JobValue<Jobs, "resample-performance">;
/** A figure with its 95% interval. */
export type Estimate = FigureIntervals["metrics"]["sharpe"];

/** "12.3% to 18.1%", or why there is none. */
export function intervalText(estimate: Omit<Estimate, "interval">, show: (value: number) => string, preliminary: boolean): string {
  if (estimate.value === null) return estimate.reason ?? "not available";
  if (estimate.lower === null || estimate.upper === null) return preliminary ? "interval follows" : "no interval";
  return `${show(estimate.lower)} to ${show(estimate.upper)}`;
}

const SCHEME = { stationary: "stationary blocks", circular: "circular blocks", independent: "single returns" } as const;

/** How an interval was computed, for the provenance of a figure. @param drawn number of resamples; null if there is no interval */
export function intervalRow(drawn: number | null, how?: Pick<IntervalSettings, "scheme" | "seed" | "iterations">): [string, string] {
  const none = how && how.iterations > 0 ? "none: too few returns, or they do not vary" : "off";
  return ["95% interval", drawn === null || !how ? none : `${count(drawn)} resamples, ${SCHEME[how.scheme]}, seed ${plain(how.seed)}`];
}

/** A row of a table of figures. */
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
    { name: "Convention", values: lines.map(() => CONVENTION.convention) },
  ];
}

/** The intervals of a result's figures computed so far. */
export interface Intervals {
  value: FigureIntervals | null;
  /** They are being computed. */
  waiting: boolean;
}

export type IntervalFigure = keyof FigureIntervals["metrics"] | "winRate";

/** Text of one interval. */
export function figureInterval({ value, waiting }: Intervals, figure: IntervalFigure, show: (value: number) => string): string {
  const estimate = figure === "winRate" ? value?.winRate : value?.metrics[figure];
  return estimate ? intervalText(estimate, show, waiting) : waiting ? "interval follows" : "no interval";
}

/** A note common to all intervals below figures. @param ofWins whether the win rate has one */
export function intervalsNote({ value }: Intervals, ofWins: boolean): string {
  const part = value?.canceledAfter;
  const some = `95% bootstrap intervals${part ? `, ${canceledAfter(part, "resamples").toLowerCase()}` : ""}`;
  const drawn = value?.bootstrap === null ? "no 95% intervals (too few returns, or they do not vary)" : some;
  return `Below the return figures: ${drawn}${ofWins ? "; below the win rate: Wilson's 95% interval" : ""}.`;
}

/** Provenance of a figure, with how its interval was computed once known. @param intervals null if they are turned off */
export function withInterval<Info extends Provenance>(info: Info, intervals: Intervals | null): Info {
  const value = intervals?.value;
  if (intervals && !value) return info;
  return { ...info, settings: [...(info.settings ?? []), intervalRow(value?.bootstrap?.replicates ?? null, value?.settings)] };
}
