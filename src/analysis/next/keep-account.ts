import type { Outcome, Series } from "../../../workers/contract";
import type { RunOptions } from "../../client/pool";
import { datasetOf } from "../data/dataset-of.ts";
import { dated } from "../data/save-table.ts";

/** What a result came to, step by step, to be analyzed like any series. */
export interface Account {
  /** Of the dataset it becomes, and what that was made of. */
  name: string;
  made: string;
  times: Float64Array | null;
  values: Float64Array;
}

/** An account as a dataset of this device. */
export const keepAccount = (
  { name, made, times, values }: Account,
  { signal, onProgress }: Pick<RunOptions, "signal" | "onProgress">,
): Promise<Outcome<Series>> => datasetOf(dated(times, [{ name: "Equity", values }]), name, { made, signal, onProgress });
