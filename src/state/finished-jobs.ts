import type { Count } from "../../workers/contract";
import { compute } from "../client/compute";
import type { FinishedJob } from "../client/job-list";
import { Store } from "../lib/store";
import { sourceAtom } from "./source-atom";

/** Outcomes of the jobs of this visit. */
interface JobTally {
  succeeded: Count;
  failed: Count;
}

/** Counts jobs as they end. Rejected input is not counted as a failure. */
export class FinishedJobs extends Store<JobTally> {
  constructor() {
    super({ succeeded: 0, failed: 0 });
  }

  count = ({ job, failure }: Pick<FinishedJob, "job" | "failure">): void => {
    // The self-check has counts of its own.
    if (job === "test-kernels" || failure?.code === "bad-input" || failure?.code === "canceled") return;
    const { succeeded, failed } = this.read();
    this.set(failure ? { succeeded, failed: failed + 1 } : { succeeded: succeeded + 1, failed });
  };
}

const finished = new FinishedJobs();
compute.onFinish(finished.count);

export const finishedJobsAtom = sourceAtom(finished);
