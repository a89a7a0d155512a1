import { startTransition, useCallback, useMemo, useRef, useState } from "react";
import type { Failure } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import type { BacktestRun } from "../../strategies/use-backtest";

type Name = "stress-backtest" | "sweep-backtest";

/** A result, with the backtest it is about. */
export interface FollowedUp<Job extends Name> {
  of: BacktestRun;
  value: JobValue<Jobs, Job>;
  input: JobInput<Jobs, Job>;
  startedAt: number;
  millis: number;
}

/** A job about a finished backtest, whose result belongs to that backtest and goes with it. */
export function useFollowUp<Job extends Name>(name: Job, onDone: (done: FollowedUp<Job>) => void) {
  const job = useJob(name);
  const [kept, setKept] = useState<FollowedUp<Job> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const newest = useRef(0);

  const run = useCallback(
    async (of: BacktestRun, input: JobInput<Jobs, Job>): Promise<void> => {
      const turn = ++newest.current;
      const startedAt = Date.now();
      setFailure(null);
      const outcome = await job.run(input, { priority: "batch" });
      if (turn !== newest.current) return;
      if (!outcome.ok) {
        if (outcome.failure.code !== "canceled") setFailure(outcome.failure);
        return;
      }
      const done = { of, value: outcome.value, input, startedAt, millis: Date.now() - startedAt };
      startTransition(() => setKept(done));
      onDone(done);
    },
    [job.run, onDone],
  );
  const progress = job.progress;
  const { cancel } = job;
  // The same object as long as nothing has changed, so that the progress of one does not draw the other again.
  return useMemo(() => ({ kept, failure, progress, run, cancel }), [kept, failure, progress, run, cancel]);
}

export type FollowUp<Job extends Name> = ReturnType<typeof useFollowUp<Job>>;
