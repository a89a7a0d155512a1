import { useEffect, useMemo, useRef } from "react";
import { type Failure, type Progress, succeed } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { JobInput, JobValue } from "../client/pool";
import { useStable } from "../ui/use-latest.ts";
import { type Analysis, type Answer, type AskOptions, answer, type Finished, type JobName, useAnalysis } from "./use-analysis";

/** A result of a follow-up job, with the result it is about. */
export type FollowedUp<Name extends JobName, Basis extends { of: object }> = Finished<Name, Basis>;
/** Without input columns, which may be long and are not shown. */
type KeptAnswer<Name extends JobName, Basis extends { of: object }> = Omit<Answer<Name>, "input"> & Basis;

export interface FollowUp<Name extends JobName, Basis extends { of: object }> {
  /** Result of the follow-up for the shown result; null until computed, and for other results. */
  shown: KeptAnswer<Name, Basis> | null;
  value: JobValue<Jobs, Name> | null;
  failure: Failure | null;
  busy: boolean;
  progress: Progress | null;
  run(basis: Basis, input: JobInput<Jobs, Name>): Promise<boolean>;
  /** Ends the current work, and shows its partial result if available. */
  cancel(): void;
  /** Ends the current work without a result. */
  drop(): void;
  /** Removes the follow-up with its result; restoring restarts a follow-up that was in progress. */
  clear(): () => void;
}

interface FollowUpOptions<Name extends JobName, Basis extends { of: object }> extends Pick<AskOptions, "priority" | "listsCancel"> {
  /** If set, a partial result is shown on cancel: returns whether a value is partial, for which `onDone` is not called. */
  isPart?(value: JobValue<Jobs, Name>): boolean;
  onDone?(done: FollowedUp<Name, Basis>): void;
}

/** A job about a finished result: its own result is cleared and restored together with that. */
export function useFollowUp<Name extends JobName, Basis extends { of: object }>(
  name: Name,
  of: Basis["of"] | null,
  { priority, listsCancel, isPart, onDone }: FollowUpOptions<Name, Basis> = {},
): FollowUp<Name, Basis> {
  type Args = [basis: Basis, input: JobInput<Jobs, Name>];
  const asked = useRef<Args | null>(null);
  const analysis = useAnalysis<KeptAnswer<Name, Basis>, Args>({
    work: async (turn, basis, input) => {
      const done = await answer(turn, name, input, basis, { priority, listsCancel, keepsPart: isPart !== undefined });
      if (!done.ok) return done;
      if (!isPart?.(done.value.value)) onDone?.(done.value);
      const { job, value, startedAt, millis, at } = done.value;
      return succeed({ ...basis, job, value, startedAt, millis, at });
    },
  });
  const { run: start, cancel, drop } = analysis;
  const run = useStable(async (...args: Args): Promise<boolean> => {
    asked.current = args;
    const done = await start(...args);
    if (asked.current === args) asked.current = null;
    return done;
  });
  const clear = useStable(() => {
    const under = asked.current;
    drop();
    return () => {
      if (under) void run(...under);
    };
  });
  const { shown: kept, failure, busy, progress } = analysis;
  const shown = kept && kept.of === of ? kept : null;
  return useMemo(
    () => ({ shown, value: shown?.value ?? null, failure, busy, progress, run, cancel, drop, clear }),
    [shown, failure, busy, progress, run, cancel, drop, clear],
  );
}

/**
 * A job that runs automatically for every new input; null runs nothing. Its result belongs to the input. The list of jobs offers a Cancel
 * only if `listsCancel` says that progress is shown: otherwise its place would stay empty without explanation.
 */
export function useFollowing<Name extends JobName>(
  name: Name,
  input: (JobInput<Jobs, Name> & object) | null,
  { priority, listsCancel = false, isPart }: Omit<FollowUpOptions<Name, { of: object }>, "onDone"> = {},
): Pick<FollowUp<Name, { of: object }>, "value" | "failure" | "busy" | "progress" | "run" | "cancel"> {
  const followUp = useFollowUp<Name, { of: object }>(name, input, { priority, listsCancel, isPart });
  const { run, cancel } = followUp;
  useEffect(() => {
    if (input) void run({ of: input }, input);
    else cancel();
  }, [input, run, cancel]);
  return followUp;
}

type Behind = Pick<FollowUp<JobName, { of: object }>, "progress" | "cancel" | "drop" | "clear">;

/** An analysis with its follow-up jobs: restarted, canceled and cleared together. */
export type Followed<Run> = Analysis<Run> & {
  /** Progress of the follow-up jobs of the shown result. */
  behind: Progress | null;
};

export function useFollowed<Run>(analysis: Analysis<Run>, followUps: readonly Behind[]): Followed<Run> {
  const run = useStable(() => {
    // Follow-ups of the previous result would only delay the new one.
    for (const followUp of followUps) followUp.drop();
    return analysis.run();
  });
  const cancel = useStable(() => {
    for (const part of [analysis, ...followUps]) part.cancel();
  });
  const clear = useStable(() => {
    const restores = [analysis, ...followUps].map((part) => part.clear());
    return () => {
      for (const restore of restores) restore();
    };
  });
  const behind = followUps.find(({ progress }) => progress !== null)?.progress ?? null;
  return { ...analysis, behind, run, cancel, clear };
}
