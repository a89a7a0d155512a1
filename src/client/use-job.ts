import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import type { Failure, Outcome, Progress } from "../../workers/contract";
import type { JobTable } from "../../workers/runtime/compute";
import { compute } from "./compute";
import { canceled } from "./failures";
import type { JobInput, JobValue, Pool, RunOptions } from "./pool";

export type JobState<Value> =
  | { phase: "idle" }
  | { phase: "running"; progress: Progress }
  | { phase: "done"; value: Value }
  | { phase: "failed"; failure: Failure };

export interface JobControl<Input, Value> {
  /** What to draw. A result is drawn as a transition, so this may tell of a run that has just ended. */
  state: JobState<Value>;
  /** True while a run is under way, false at once when it ends: for what may be pressed. */
  running: boolean;
  /** How far the run under way is; null when there is none, also while its result is still to be drawn. */
  progress: Progress | null;
  /** Runs the job; a run still under way is canceled first. Once the screen has been left nothing runs any more. Never rejects. */
  run(input: Input, options?: Pick<RunOptions, "priority" | "cache">): Promise<Outcome<Value>>;
  /** Cancels the run under way, if any; the state becomes `failed` with the code `canceled`. */
  cancel(): void;
  /** Back to idle; cancels the run under way. */
  reset(): void;
}

/** What became of a job: a value, or why there is none, or how far it is. */
export interface Part<Value> {
  value: Value | null;
  failure: Failure | null;
  progress: Progress | null;
}

/** A state for drawing; a run that was canceled is no failure. */
export const partOf = <Value>(state: JobState<Value>): Part<Value> => ({
  value: state.phase === "done" ? state.value : null,
  failure: state.phase === "failed" && state.failure.code !== "canceled" ? state.failure : null,
  progress: state.phase === "running" ? state.progress : null,
});

const NOTHING_YET: Progress = { fraction: 0, label: "" };

/** Makes the hook for the jobs of one pool. */
export function jobHook<Jobs extends JobTable>(pool: Pool<Jobs>) {
  return function useJob<Name extends keyof Jobs & string>(name: Name): JobControl<JobInput<Jobs, Name>, JobValue<Jobs, Name>> {
    type Value = JobValue<Jobs, Name>;
    const [state, setState] = useState<JobState<Value>>({ phase: "idle" });
    const [running, setRunning] = useState(false);
    const current = useRef<AbortController | null>(null);

    const leave = useCallback(() => {
      const controller = current.current;
      current.current = null;
      controller?.abort();
    }, []);

    // Leaving the screen cancels what it asked for, also what it goes on to ask for after some wait.
    const left = useRef(false);
    useEffect(() => {
      left.current = false;
      return () => {
        left.current = true;
        leave();
      };
    }, [leave]);

    const run = useCallback(
      async (input: JobInput<Jobs, Name>, options: Pick<RunOptions, "priority" | "cache"> = {}): Promise<Outcome<Value>> => {
        if (left.current) return canceled();
        current.current?.abort();
        const controller = new AbortController();
        current.current = controller;
        /** True once a newer run, a reset or an unmount has made this run's news stale. */
        const stale = () => current.current !== controller;
        setRunning(true);
        setState({ phase: "running", progress: NOTHING_YET });
        const outcome = await pool.run(name, input, {
          ...options,
          signal: controller.signal,
          onProgress: (progress) => !stale() && setState({ phase: "running", progress }),
        });
        if (!stale()) setRunning(false);
        // A result can change a whole screen: as a transition it is drawn in slices, and the page answers in between.
        startTransition(() => {
          if (!stale()) setState(outcome.ok ? { phase: "done", value: outcome.value } : { phase: "failed", failure: outcome.failure });
        });
        return outcome;
      },
      [name],
    );
    const cancel = useCallback(() => current.current?.abort(), []);
    const reset = useCallback(() => {
      leave();
      setRunning(false);
      setState({ phase: "idle" });
    }, [leave]);
    const progress = running && state.phase === "running" ? state.progress : null;
    return { state, running, progress, run, cancel, reset };
  };
}

/** The state of one job on a screen: at most one run at a time, and only the newest run is heard. */
export const useJob = jobHook(compute);
