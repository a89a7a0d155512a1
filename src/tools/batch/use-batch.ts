import { succeed } from "../../../workers/contract";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { changed, useAnalysis } from "../../analysis/use-analysis";
import type { BatchRun } from "./batch-run";
import type { Files, Ways } from "./chosen-files";
import { type BatchInputs, hostFilesOf } from "./settings";

/** Loaded with the first run, so that the screen opens sooner. */
const asking = () => import("./ask-batch");

/** The chosen data: files, or the content of the field. */
export interface Chosen {
  source: SeriesSource;
  files: Files | null;
  ways: Ways;
  /** The host that computes; "" for this device. */
  host: string;
}

/** Whether a run is on other data than currently chosen; unknown for files no longer available. */
function isOther(run: BatchRun, { source: { series }, files, host }: Chosen, inputs: BatchInputs): boolean {
  const names = host === "" ? [] : hostFilesOf(inputs);
  if (names.length > 0 || run.data.there) return !run.data.there || names.join() !== run.plan.data.join();
  if (files) return run.data.series !== null || !run.sources.every(({ source }) => source.from in files);
  return series !== null && run.data.series?.hash !== series.hash;
}

/** Runs a job on every series of the data, or resumes a stopped run; a stored run is shown as it was left. */
export const useBatch = (chosen: Chosen, inputs: BatchInputs) =>
  useAnalysis<BatchRun, [stopped?: BatchRun, how?: "as-it-is"]>({
    work: async (turn, stopped, how) => {
      if (stopped && how === "as-it-is") return succeed(stopped);
      return (await asking()).askBatch(chosen, inputs, turn, stopped);
    },
    onDone: (run) => void import("./record").then(({ record }) => record(run)),
    isStale: (run) => isOther(run, chosen, inputs) || changed(run.inputs, inputs, ["where", "hostFiles", "opened"]),
  });
