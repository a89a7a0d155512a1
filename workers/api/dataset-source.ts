import type { ToldUnits } from "../analyzed-column";
import type { Outcome, Series } from "../contract";
import type { JobContext } from "../runtime/job";

/** A series that can be named. */
export interface ListedSeries {
  /** What it is loaded by. */
  hash: string;
  name: string;
  /** Null where they are known only once it is read. */
  columns: readonly { name: string }[] | null;
}

/** What answers read of a series. */
export type SourceSeries = Pick<Series, "times" | "columns" | "primary"> & { quality?: ToldUnits };

/** Where answers find series: those of this device, or of a host's folder. */
export interface DatasetSource {
  /** Of several with one name the first is meant. */
  list(tidy: boolean): Promise<Outcome<{ datasets: readonly ListedSeries[] }>>;
  load(hash: string, context: JobContext): Promise<Outcome<SourceSeries>>;
}
