import type { Outcome, Series } from "../contract";
import type { JobContext } from "../runtime/job";
import type { Dataset } from "../storage";

/** Where answers find the series of this device. */
export interface DatasetSource {
  list(tidy: boolean): Promise<Outcome<{ datasets: Dataset[]; unreadable: number }>>;
  load(hash: string, context: JobContext): Promise<Outcome<Series>>;
}
