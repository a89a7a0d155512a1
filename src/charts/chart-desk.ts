import type { Outcome } from "../../workers/contract";
import type { ComparePricesInput, ComparePricesOutput } from "../../workers/indicators/jobs/compare-prices";
import type { ComputeIndicatorInput, ComputeIndicatorOutput } from "../../workers/indicators/jobs/compute-indicator";
import type { MeasureSpanInput, MeasureSpanOutput } from "../../workers/indicators/jobs/measure-span";
import type { Drawing } from "../../workers/indicators/schema";
import { Store } from "../lib/store";

/** What is drawn on series, kept by their hashes. */
export interface DrawingBook {
  /** Reads it for the first time. Not while anything renders: whoever shows that a job runs is told at once. */
  open(): void;
  subscribe(listener: () => void): () => void;
  /** The same list as long as nothing has changed. */
  of(dataset: string): readonly Drawing[];
  keep(dataset: string, drawings: readonly Drawing[]): void;
  /** Why they are not safe on the device; null where they are. */
  warning(): string | null;
}

/** A loaded series that may be beside a price. */
export interface ListedSeries {
  hash: string;
  /** Null for the column that is analyzed. */
  column: string | null;
  name: string;
}

/** What a chart of prices has done for it in other threads. */
export interface ChartDesk {
  /** Steps per year are the user's, or those of the dates. */
  measure(input: Omit<MeasureSpanInput, "periodsPerYear">, signal: AbortSignal): Promise<Outcome<MeasureSpanOutput>>;
  drawings: DrawingBook;
  /** Loaded series; the same list as long as nothing has changed. */
  listed: { subscribe(listener: () => void): () => void; read(): readonly ListedSeries[] };
  compare(
    input: Omit<ComparePricesInput, "others"> & { others: readonly ListedSeries[] },
    signal: AbortSignal,
  ): Promise<Outcome<ComparePricesOutput>>;
  indicator(input: ComputeIndicatorInput, signal: AbortSignal): Promise<Outcome<ComputeIndicatorOutput>>;
}

/** Null until there is somebody: charts offer no indicators then. Apart, since charts know neither workers nor the device. */
export const chartDesk = new Store<ChartDesk | null>(null);
