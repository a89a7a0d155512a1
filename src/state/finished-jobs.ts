import type { Count } from "../../workers/contract";
import { compute } from "../client/compute";
import type { FinishedJob } from "../client/job-list";
import { Store } from "../lib/store";
import { sourceAtom } from "./source-atom";

/** How the computations of this visit ended. */
export interface JobTally {
  succeeded: Count;
  failed: Count;
}

/** Counts jobs as they end. A job that was given something it cannot use has not failed: it said so. */
export class FinishedJobs extends Store<JobTally> {
  constructor() {
    super({ succeeded: 0, failed: 0 });
  }

  count = ({ job, failure }: Pick<FinishedJob, "job" | "failure">): void => {
    // The self-check is counted by its own checks.
    if (job === "test-kernels" || failure?.code === "bad-input" || failure?.code === "canceled") return;
    const { succeeded, failed } = this.read();
    this.set(failure ? { succeeded, failed: failed + 1 } : { succeeded: succeeded + 1, failed });
  };
}

const finished = new FinishedJobs();
compute.onFinish(finished.count);

export const finishedJobsAtom = sourceAtom(finished);
