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

/** A question and its answer. */
export interface Answer<Name extends JobName> {
  job: Name;
  input: JobInput<Jobs, Name>;
  value: JobValue<Jobs, Name>;
  startedAt: Millis;
  millis: Millis;
  /** When it was there. */
  at: Millis;
}

/** An answer with what it was asked about: series, settings, whatever a screen needs to show it. */
export type Finished<Name extends JobName, Basis extends object> = Basis & Answer<Name>;

export interface AskOptions extends Pick<RunOptions, "priority" | "cache" | "unlisted"> {
  /** Where the user cancels, what is done until then is shown: the job can tell of a part. */
  keepsPart?: boolean;
  /** Whether the list of jobs has the Cancel of the screen: not where nobody could ask again for what was canceled. */
  listsCancel?: boolean;
  /** How far all of the work is, where this job is a part of it. */
  overall?(progress: Progress): Progress;
}

/** One press of the button. A newer one, a cancel or leaving the screen ends it; whatever it asks for from then on is canceled. */
export interface Turn<Run> {
  signal: AbortSignal;
  /** Progress of work started other than by `ask`: a turn can be passed on as its options. */
  onProgress(progress: Progress): void;
  /** Runs a job, whose progress is that of the screen. */
  ask<Name extends JobName>(name: Name, input: JobInput<Jobs, Name>, options?: AskOptions): Promise<Outcome<JobValue<Jobs, Name>>>;
  /** Shows what is there so far; the rest follows. */
  show(run: Run): void;
}

export interface Question<Run, Args extends unknown[]> {
  /** Reads the data, asks the jobs, and puts together what is shown. A `canceled` outcome says nothing to the person. */
  work(turn: Turn<Run>, ...args: Args): Promise<Outcome<Run>>;
  /** Whether data or settings are no longer those of a result. */
  isStale?(run: Run): boolean;
  /** Whether a result is what was done until the user canceled. */
  isPart?(run: Run): boolean;
  /** Hears of each finished result that is no part: for the list of runs, and for what follows on it. */
  onDone?(run: Run): void;
}

export interface Analysis<Run, Args extends unknown[] = []> {
  /** The last finished result; it stays until a newer one is there. */
  shown: Run | null;
  failure: Failure | null;
  /** Work is under way and has shown nothing yet. */
  busy: boolean;
  /** A first result is there, and not drawn yet. */
  drawing: boolean;
  /** The rest of what is shown is still being worked out. */
  partial: boolean;
  /** How far the job under way is; null while there is none, also while the data is still being read. */
  progress: Progress | null;
  /** Data or settings have changed since the result. */
  stale: boolean;
  /** Ends the work under way and restarts; true once there is something to show. */
  run(...args: Args): Promise<boolean>;
  /** Ends the work under way, and shows what is done of it where that can be had. */
  cancel(): void;
  /** Ends the work under way. */
  drop(): void;
  /** Takes the result away; the answer puts it back. */
  clear(): () => void;
  /** Takes away what was said about other data. */
  forget(): void;
}

const NOTHING_YET: Progress = { fraction: 0, label: "" };
const asItIs = (progress: Progress): Progress => progress;

export interface AnswerOptions<Name extends JobName> extends AskOptions {
  /** What helps to answer and is no part of the question. */
  hints?: Partial<JobInput<Jobs, Name>>;
  /** Says a failure in the words of the screen. */
  inWords?(failure: Failure): Failure;
}

/** Asks one job and joins its answer to what it was asked about. */
export async function answer<Name extends JobName, Basis extends object>(
  turn: Turn<never>,
  name: Name,
  input: JobInput<Jobs, Name>,
  basis: Basis,
  { hints, inWords, ...options }: AnswerOptions<Name> = {},
): Promise<Outcome<Finished<Name, Basis>>> {
  const startedAt = Date.now();
  const outcome = await turn.ask(name, hints ? { ...input, ...hints } : input, options);
  if (!outcome.ok) return inWords && outcome.failure.code !== "canceled" ? { ok: false, failure: inWords(outcome.failure) } : outcome;
  const at = Date.now();
  return succeed({ ...basis, job: name, input, value: outcome.value, startedAt, millis: at - startedAt, at });
}

/** The series of a field, once it has been read. What stands in the field and could not be read has said why. */
export async function settledSeries({ settled, empty }: SeriesSource, missing: Cause): Promise<Outcome<Series>> {
  const series = await settled();
  return series ? succeed(series) : empty ? failBecause("bad-input", missing) : canceled();
}

interface Begun {
  signal: AbortSignal;
  /** Aborted where what is done so far is wanted. */
  enough: AbortController;
  /** The job under way can tell of a part. */
  keepsPart: boolean;
  isNewest(): boolean;
  /** Its signal says nothing any more: what the work has begun for good, such as a live channel, goes on. */
  finish(): void;
}

/** Of all work that is begun only the newest is wanted, and none once the screen is left. */
function useNewest() {
  const current = useRef<(Begun & { abort(): void }) | null>(null);
  const left = useRef(false);
  const stop = useCallback(() => {
    current.current?.abort();
    current.current = null;
  }, []);
  // Leaving the screen cancels what it asked for, also what it would go on to ask for after some wait.
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      stop();
    };
  }, [stop]);
  /** Ends what is under way; null once the screen is left. */
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
  /** Ends what is under way but for what is done of it, however often that is said: of a double click too. False where nothing of it can be had. */
  const cut = useCallback(() => {
    const begun = current.current;
    if (!begun?.keepsPart) return false;
    begun.enough.abort();
    return true;
  }, []);
  return { begin, stop, cut };
}

/** Asks jobs for a piece of work, as long as it is the newest. @param cancel what the Cancel of the screen does: the list of jobs has one too */
const askFor =
  (begun: Begun, setProgress: (progress: Progress) => void, cancel: () => void): Turn<never>["ask"] =>
  async (name, input, { overall = asItIs, keepsPart = false, listsCancel = true, ...options } = {}) => {
    const { signal, isNewest } = begun;
    const enough = begun.enough.signal;
    if (!isNewest()) return canceled();
    setProgress(overall(NOTHING_YET));
    const onProgress = (next: Progress) => isNewest() && !enough.aborted && setProgress(overall(next));
    begun.keepsPart = keepsPart;
    // The list may not have been redrawn yet: of older work there is nothing left to cancel.
    const cancelThis = () => isNewest() && cancel();
    const heard = { signal, onProgress, ...(keepsPart && { enough }), ...(listsCancel && { cancel: cancelThis }) };
    const outcome = await compute.run(name, input, { ...options, ...heard });
    begun.keepsPart = false;
    return isNewest() ? outcome : canceled();
  };

/** Draws in slices. Whether that is done is told of a first result alone: it draws the whole screen once more. */
function useDrawing(isFirst: boolean) {
  const [drawing, drawFirst] = useTransition();
  return [drawing, useStable((change: () => void) => (isFirst ? drawFirst : startTransition)(change))] as const;
}

/** Whether work is under way, and how far it is. */
function useBusy() {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const rest = useCallback(() => {
    setBusy(false);
    setProgress(null);
  }, []);
  return { busy, setBusy, progress, setProgress, rest };
}

/** What a piece of work comes to, also where it throws. */
const outcomeOf = <Run>(work: Promise<Outcome<Run>>): Promise<Outcome<Run>> => work.catch(thrown);

/** What a screen computes and shows: at most one piece of work at a time, of which only the newest is heard. */
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
          // The end is known at once, the result is drawn a little later: nobody has to wait for that to run again.
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
  // The same object as long as nothing has changed, so that the progress of one does not draw what shows another.
  return useMemo(
    () => ({ shown, failure, busy, drawing, partial, progress, stale, run, cancel, drop, clear, forget }),
    [shown, failure, busy, drawing, partial, progress, stale, run, cancel, drop, clear, forget],
  );
}

/** Whether settings differ, but for those named. */
export const changed = <Settings extends object>(then: Settings, now: Settings, but: readonly (keyof Settings)[] = []): boolean =>
  (Object.keys(now) as (keyof Settings)[]).some((key) => !but.includes(key) && JSON.stringify(then[key]) !== JSON.stringify(now[key]));
