import { startTransition, useCallback, useEffect, useMemo, useRef, useState, useTransition } from "react";
import {
  type Cause,
  type Failure,
  failBecause,
  type Millis,
  type Outcome,
  type Progress,
  type Series,
  succeed,
} from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import { useCollecting } from "../client/collecting";
import { compute } from "../client/compute";
import { canceled, thrown } from "../client/failures";
import type { JobInput, JobValue, RunOptions } from "../client/pool";
import { useLatest, useStable } from "../ui/use-latest.ts";
import type { SeriesSource } from "./data/use-series-source";

export type JobName = keyof Jobs & string;

/** A job with input and result. */
export interface Answer<Name extends JobName> {
  job: Name;
  input: JobInput<Jobs, Name>;
  value: JobValue<Jobs, Name>;
  startedAt: Millis;
  millis: Millis;
  /** When it was received. */
  at: Millis;
}

/** A result with what it is based on: series, settings, whatever a screen needs to show it. */
export type Finished<Name extends JobName, Basis extends object> = Basis & Answer<Name>;

export interface AskOptions extends Pick<RunOptions, "priority" | "cache" | "unlisted"> {
  /** On cancel, the result so far is shown: the job can return a partial result. */
  keepsPart?: boolean;
  /** Whether the list of jobs offers the screen's Cancel; not if the canceled work could not be requested again. */
  listsCancel?: boolean;
  /** Converts the progress of this job to that of the whole work, if it is only a part. */
  overall?(progress: Progress): Progress;
}

/** One run of the work. A newer one, a cancel or leaving the screen ends it; whatever it requests from then on is canceled. */
export interface Turn<Run> {
  signal: AbortSignal;
  /** Reports progress of work not started by `ask`: a turn can be passed as its options. */
  onProgress(progress: Progress): void;
  /** Runs a job and reports its progress as the screen's. */
  ask<Name extends JobName>(name: Name, input: JobInput<Jobs, Name>, options?: AskOptions): Promise<Outcome<JobValue<Jobs, Name>>>;
  /** Shows an intermediate result; the rest follows. */
  show(run: Run): void;
}

export interface Question<Run, Args extends unknown[]> {
  /** Reads the data, runs the jobs, and assembles what is shown. A `canceled` outcome shows no message. */
  work(turn: Turn<Run>, ...args: Args): Promise<Outcome<Run>>;
  /** Whether data or settings differ from those of a result. */
  isStale?(run: Run): boolean;
  /** Whether a result is partial because the user canceled. */
  isPart?(run: Run): boolean;
  /** Called with each complete result: to record it and run follow-up jobs. */
  onDone?(run: Run): void;
}

export interface Analysis<Run, Args extends unknown[] = []> {
  /** The last finished result; kept until a newer one has arrived. */
  shown: Run | null;
  failure: Failure | null;
  /** Work is in progress and has not shown anything yet. */
  busy: boolean;
  /** A first result has arrived but is not rendered yet. */
  drawing: boolean;
  /** The shown result is still being completed. */
  partial: boolean;
  /** Progress of the current job; null if there is none, also while data are still being read. */
  progress: Progress | null;
  /** Data or settings have changed since the result. */
  stale: boolean;
  /** Ends the current work and starts over; resolves to true once there is something to show. */
  run(...args: Args): Promise<boolean>;
  /** Ends the current work, and shows its partial result if available. */
  cancel(): void;
  /** Ends the current work without a result. */
  drop(): void;
  /** Removes the result; returns a function that restores it. */
  clear(): () => void;
  /** Clears messages about other data. */
  forget(): void;
}

const NOTHING_YET: Progress = { fraction: 0, label: "" };
const asItIs = (progress: Progress): Progress => progress;

interface AnswerOptions<Name extends JobName> extends AskOptions {
  /** Optional inputs that speed up the job without changing its result. */
  hints?: Partial<JobInput<Jobs, Name>>;
  /** Rewrites a failure in the words of the screen. */
  reword?(failure: Failure): Failure;
}

/** Runs one job and combines its result with what it is based on. */
export async function answer<Name extends JobName, Basis extends object>(
  turn: Turn<never>,
  name: Name,
  input: JobInput<Jobs, Name>,
  basis: Basis,
  { hints, reword, ...options }: AnswerOptions<Name> = {},
): Promise<Outcome<Finished<Name, Basis>>> {
  const startedAt = Date.now();
  const outcome = await turn.ask(name, hints ? { ...input, ...hints } : input, options);
  if (!outcome.ok) return reword && outcome.failure.code !== "canceled" ? { ok: false, failure: reword(outcome.failure) } : outcome;
  const at = Date.now();
  return succeed({ ...basis, job: name, input, value: outcome.value, startedAt, millis: at - startedAt, at });
}

/** The series of a field, once it has been read. A field that could not be read shows why itself. */
export async function settledSeries({ settled, empty }: SeriesSource, missing: Cause): Promise<Outcome<Series>> {
  const series = await settled();
  return series ? succeed(series) : empty ? failBecause("bad-input", missing) : canceled();
}

interface Begun {
  signal: AbortSignal;
  /** Aborted to request the result so far. */
  enough: AbortController;
  /** The current job can return a partial result. */
  keepsPart: boolean;
  isNewest(): boolean;
  /** Detaches the signal: what the work has started permanently, such as a live channel, continues. */
  finish(): void;
}

/** Only the newest work counts, and none once the screen is left. */
function useNewest() {
  const current = useRef<(Begun & { abort(): void }) | null>(null);
  const left = useRef(false);
  const stop = useCallback(() => {
    current.current?.abort();
    current.current = null;
  }, []);
  // Leaving the screen cancels its requests, including later ones of the same work.
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      stop();
    };
  }, [stop]);
  /** Ends the current work; null once the screen is left. */
  const begin = useCallback((): Begun | null => {
    if (left.current) return null;
    current.current?.abort();
    const controller = new AbortController();
    const isNewest = () => current.current === begun;
    const finish = () => {
      if (isNewest()) current.current = null;
    };
    const abort = () => controller.abort();
    const begun = { signal: controller.signal, enough: new AbortController(), keepsPart: false, isNewest, finish, abort };
    current.current = begun;
    return begun;
  }, []);
  /**
   * Ends the current work with a partial result; repeated calls, such as a double click, have no further effect. False if none is
   * available.
   */
  const cut = useCallback(() => {
    const begun = current.current;
    if (!begun?.keepsPart) return false;
    begun.enough.abort();
    return true;
  }, []);
  return { begin, stop, cut };
}

/** Runs jobs for a piece of work while it is the newest. @param cancel the screen's Cancel, also offered by the list of jobs */
const askFor =
  (begun: Begun, setProgress: (progress: Progress) => void, cancel: () => void): Turn<never>["ask"] =>
  async (name, input, { overall = asItIs, keepsPart = false, listsCancel = true, ...options } = {}) => {
    const { signal, isNewest } = begun;
    const enough = begun.enough.signal;
    if (!isNewest()) return canceled();
    setProgress(overall(NOTHING_YET));
    const onProgress = (next: Progress) => isNewest() && !enough.aborted && setProgress(overall(next));
    begun.keepsPart = keepsPart;
    // The list may not have been re-rendered yet: superseded work cannot be canceled.
    const cancelThis = () => isNewest() && cancel();
    const heard = { signal, onProgress, ...(keepsPart && { enough }), ...(listsCancel && { cancel: cancelThis }) };
    const outcome = await compute.run(name, input, { ...options, ...heard });
    begun.keepsPart = false;
    return isNewest() ? outcome : canceled();
  };

/** Renders in slices. Completion is reported for a first result only, since that renders the whole screen once more. */
function useDrawing(isFirst: boolean) {
  const [drawing, drawFirst] = useTransition();
  return [drawing, useStable((change: () => void) => (isFirst ? drawFirst : startTransition)(change))] as const;
}

/** Whether work is in progress, and its progress. */
function useBusy() {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const rest = useCallback(() => {
    setBusy(false);
    setProgress(null);
  }, []);
  return { busy, setBusy, progress, setProgress, rest };
}

/** The outcome of a piece of work, also if it throws. */
const outcomeOf = <Run>(work: Promise<Outcome<Run>>): Promise<Outcome<Run>> => work.catch(thrown);

/** What a screen computes and shows: at most one piece of work at a time, of which only the newest counts. */
export function useAnalysis<Run, Args extends unknown[] = []>(question: Question<Run, Args>): Analysis<Run, Args> {
  const [shown, setShown] = useState<Run | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [partial, setPartial] = useState(false);
  const { busy, setBusy, progress, setProgress, rest } = useBusy();
  const [drawing, draw] = useDrawing(shown === null);
  const { begin, stop, cut } = useNewest();
  const latest = useLatest({ question, shown });
  useCollecting(shown);

  const end = useCallback(() => {
    stop();
    rest();
  }, [stop, rest]);
  const drop = useCallback(() => {
    end();
    setPartial(false);
  }, [end]);
  const cancel = useCallback(() => (cut() ? rest() : drop()), [cut, rest, drop]);
  const run = useCallback(
    (...args: Args): Promise<boolean> => {
      const begun = begin();
      if (!begun) return Promise.resolve(false);
      const { signal, isNewest, finish } = begun;
      const { work, isPart, onDone } = latest.current.question;
      setFailure(null);
      setProgress(null);
      setBusy(true);
      return new Promise((resolve) => {
        const turn: Turn<Run> = {
          signal,
          onProgress: (next) => isNewest() && setProgress(next),
          ask: askFor(begun, setProgress, cancel),
          show: (run) => {
            if (!isNewest()) return;
            setBusy(false);
            setPartial(true);
            draw(() => setShown(run));
            resolve(true);
          },
        };
        void outcomeOf(work(turn, ...args)).then((outcome) => {
          if (!isNewest()) return resolve(false);
          finish();
          if (!outcome.ok) {
            drop();
            if (outcome.failure.code !== "canceled") setFailure(outcome.failure);
            return resolve(false);
          }
          // The end is signaled before the result is rendered, so that another run can start without waiting.
          end();
          draw(() => {
            setPartial(false);
            setShown(outcome.value);
          });
          if (!isPart?.(outcome.value)) onDone?.(outcome.value);
          resolve(true);
        });
      });
    },
    [latest, begin, end, drop, cancel, draw, setBusy, setProgress],
  );

  const forget = useCallback(() => setFailure(null), []);
  const clear = useCallback(() => {
    const before = latest.current.shown;
    drop();
    setShown(null);
    setFailure(null);
    return () => setShown(before);
  }, [latest, drop]);

  const stale = shown !== null && !busy && question.isStale?.(shown) === true;
  // Same object until something changes, so that progress of one analysis does not re-render another.
  return useMemo(
    () => ({ shown, failure, busy, drawing, partial, progress, stale, run, cancel, drop, clear, forget }),
    [shown, failure, busy, drawing, partial, progress, stale, run, cancel, drop, clear, forget],
  );
}

/** Whether settings differ, ignoring those listed. */
export const changed = <Settings extends object>(then: Settings, now: Settings, but: readonly (keyof Settings)[] = []): boolean =>
  (Object.keys(now) as (keyof Settings)[]).some((key) => !but.includes(key) && JSON.stringify(then[key]) !== JSON.stringify(now[key]));
