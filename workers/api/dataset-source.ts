import type { KnownUnits } from "../analyzed-column";
import type { Outcome, Series } from "../contract";
import type { JobContext } from "../runtime/job";

/** A series that can be found by name. */
export interface ListedSeries {
  /** Its key for `load`. */
  hash: string;
  name: string;
  /** Null if they are only known after loading. */
  columns: readonly { name: string }[] | null;
}

/** The fields of a series that answers need. */
export type SourceSeries = Pick<Series, "times" | "columns" | "primary"> & { quality?: KnownUnits };

/** Finds series for answers: on this device, or in a host's folder. */
export interface DatasetSource {
  /** If several have the same name, the first one is used. */
  list(tidy: boolean): Promise<Outcome<{ datasets: readonly ListedSeries[] }>>;
  load(hash: string, context: JobContext): Promise<Outcome<SourceSeries>>;
}
