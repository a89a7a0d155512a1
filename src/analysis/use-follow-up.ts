import { useEffect, useMemo, useRef } from "react";
import { type Failure, type Progress, succeed } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { JobInput, JobValue } from "../client/pool";
import { useStable } from "../ui/use-latest.ts";
import { type Analysis, type Answer, type AskOptions, answer, type Finished, type JobName, useAnalysis } from "./use-analysis";

/** An answer with the result it is about. */
export type FollowedUp<Name extends JobName, Basis extends { of: object }> = Finished<Name, Basis>;
/** As it is kept: columns it was asked with may be long, and nobody shows them. */
type KeptAnswer<Name extends JobName, Basis extends { of: object }> = Omit<Answer<Name>, "input"> & Basis;

export interface FollowUp<Name extends JobName, Basis extends { of: object }> {
  /** What was found about the shown result; null until then, and for every other result. */
  shown: KeptAnswer<Name, Basis> | null;
  value: JobValue<Jobs, Name> | null;
  failure: Failure | null;
  busy: boolean;
  progress: Progress | null;
  run(basis: Basis, input: JobInput<Jobs, Name>): Promise<boolean>;
  /** Ends the work under way, and shows what is done of it where that can be had. */
  cancel(): void;
  /** Ends the work under way. */
  drop(): void;
  /** Takes the answer away with the result; putting back asks again for what was still in progress. */
  clear(): () => void;
}

export interface FollowUpOptions<Name extends JobName, Basis extends { of: object }> extends Pick<AskOptions, "priority" | "listsCancel"> {
  /** Where the user cancels, what is done until then is shown: says of an answer whether it is such a part, of which `onDone` does not hear. */
  isPart?(value: JobValue<Jobs, Name>): boolean;
  onDone?(done: FollowedUp<Name, Basis>): void;
}

/** A job about a finished result: its answer belongs to that result, and goes and comes back with it. */
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
 * A job that runs automatically, again for every new input; null runs nothing. Its answer belongs to the input. The list of jobs has a Cancel
 * for it only where `listsCancel` says that its progress is shown: elsewhere its place would stay empty, with nothing to say why.
 */
export function useFollowing<Name extends JobName>(
  name: Name,
  input: (JobInput<Jobs, Name> & object) | null,
  { priority, listsCancel = false, isPart }: Omit<FollowUpOptions<Name, { of: object }>, "onDone"> = {},
): Pick<FollowUp<Name, { of: object }>, "value" | "failure" | "busy" | "progress" | "cancel"> {
  const followUp = useFollowUp<Name, { of: object }>(name, input, { priority, listsCancel, isPart });
  const { run, cancel } = followUp;
  useEffect(() => {
    if (input) void run({ of: input }, input);
    else cancel();
  }, [input, run, cancel]);
  return followUp;
}

type Behind = Pick<FollowUp<JobName, { of: object }>, "progress" | "cancel" | "drop" | "clear">;

/** An analysis together with what follows on its results: restarted, canceled and cleared with it. */
export type Followed<Run> = Analysis<Run> & {
  /** How far the work behind the shown result is. */
  behind: Progress | null;
};

export function useFollowed<Run>(analysis: Analysis<Run>, followUps: readonly Behind[]): Followed<Run> {
  const run = useStable(() => {
    // What still belongs to the last result would only hold up the new one.
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
