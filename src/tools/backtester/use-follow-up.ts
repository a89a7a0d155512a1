import { startTransition, useCallback, useMemo, useRef, useState } from "react";
import type { Failure } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs/index";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import type { BacktestRun } from "../../strategies/use-backtest";

/** A job about a finished backtest, whose result belongs to that backtest and goes with it. */
export function useFollowUp<Name extends "stress-backtest" | "sweep-backtest">(name: Name) {
  const job = useJob(name);
  const [kept, setKept] = useState<{ of: BacktestRun; value: JobValue<Jobs, Name>; input: JobInput<Jobs, Name> } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const newest = useRef(0);

  const run = useCallback(
    async (of: BacktestRun, input: JobInput<Jobs, Name>): Promise<JobValue<Jobs, Name> | null> => {
      const turn = ++newest.current;
      setFailure(null);
      const outcome = await job.run(input, { priority: "batch" });
      if (turn !== newest.current) return null;
      if (!outcome.ok) {
        if (outcome.failure.code !== "cancelled") setFailure(outcome.failure);
        return null;
      }
      startTransition(() => setKept({ of, value: outcome.value, input }));
      return outcome.value;
    },
    [job.run],
  );
  const progress = job.progress;
  const { cancel } = job;
  // The same object as long as nothing has changed, so that the progress of one does not draw the other again.
  return useMemo(() => ({ kept, failure, progress, run, cancel }), [kept, failure, progress, run, cancel]);
}

export type FollowUp<Name extends "stress-backtest" | "sweep-backtest"> = ReturnType<typeof useFollowUp<Name>>;
