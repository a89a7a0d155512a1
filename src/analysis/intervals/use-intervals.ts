import { useEffect, useMemo, useState } from "react";
import type { Progress } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";
import { useStable } from "../../ui/use-latest.ts";
import type { Analysis } from "../use-analysis";
import { useFollowing } from "../use-follow-up";
import type { FigureIntervals, Intervals } from "./interval-words";

export type IntervalQuestion = JobInput<Jobs, "resample-performance">;

/** Resampling yields to anything the user requests. */
const LATER = {
  priority: "batch",
  listsCancel: true,
  isPart: ({ canceledAfter }: FigureIntervals) => canceledAfter !== undefined,
} as const;

/**
 * Intervals for the figures of an account, computed once its result is shown; null asks for none. They are canceled with the analysis.
 * @param questionOf the same function in every rendering
 * @param isPassing whether a result follows a moving hand: they come where that stops
 */
export function useIntervals<Run, Of extends Pick<Analysis<Run>, "shown" | "cancel">>(
  analysis: Of,
  questionOf: (run: Run) => IntervalQuestion | null,
  isPassing: (run: Run) => boolean = () => false,
): Of & { intervals: Intervals | null; behind: Progress | null } {
  const { shown } = analysis;
  const question = useMemo(() => shown && questionOf(shown), [shown, questionOf]);
  const asking = shown && isPassing(shown) ? null : question;
  const { value, busy, progress, cancel: stop } = useFollowing("resample-performance", asking, LATER);
  // It is asked after the result has been drawn.
  const [asked, setAsked] = useState<IntervalQuestion | null>(null);
  useEffect(() => setAsked(asking), [asking]);
  const waiting = busy || asked !== question;
  const cancel = useStable(() => {
    analysis.cancel();
    stop();
  });
  const intervals = useMemo(() => question && { value, waiting }, [question, value, waiting]);
  return { ...analysis, intervals, behind: progress, cancel };
}
