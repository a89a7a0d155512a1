import type { Outcome } from "../../workers/contract";
import type { ComparePricesInput, ComparePricesOutput } from "../../workers/indicators/jobs/compare-prices";
import type { ComputeIndicatorInput, ComputeIndicatorOutput } from "../../workers/indicators/jobs/compute-indicator";
import type { MeasureSpanInput, MeasureSpanOutput } from "../../workers/indicators/jobs/measure-span";
import type { Drawing } from "../../workers/indicators/schema";
import { Store } from "../lib/store";

/** The drawings on each series, stored by the hash of the series. */
interface DrawingBook {
  /** Loads the drawings. Not to be called while rendering: the state of running jobs is updated synchronously. */
  open(): void;
  subscribe(listener: () => void): () => void;
  /** Returns the same array until something changes. */
  of(dataset: string): readonly Drawing[];
  keep(dataset: string, drawings: readonly Drawing[]): void;
  /** Why the drawings could not be saved on the device; null if they were. */
  warning(): string | null;
}

/** A loaded series that may be added to a price chart. */
export interface ListedSeries {
  hash: string;
  /** Null for the column being analyzed. */
  column: string | null;
  name: string;
}

/** What a price chart has computed on other threads. */
export interface ChartDesk {
  /** Steps per year: the user's setting, otherwise inferred from the dates. */
  measure(input: Omit<MeasureSpanInput, "periodsPerYear">, signal: AbortSignal): Promise<Outcome<MeasureSpanOutput>>;
  drawings: DrawingBook;
  /** Loaded series; the same array until something changes. */
  listed: { subscribe(listener: () => void): () => void; read(): readonly ListedSeries[] };
  compare(
    input: Omit<ComparePricesInput, "others"> & { others: readonly ListedSeries[] },
    signal: AbortSignal,
  ): Promise<Outcome<ComparePricesOutput>>;
  indicator(input: ComputeIndicatorInput, signal: AbortSignal): Promise<Outcome<ComputeIndicatorOutput>>;
}

/** Set by the shell, since charts know neither workers nor storage. While null, charts offer no indicators. */
export const chartDesk = new Store<ChartDesk | null>(null);
