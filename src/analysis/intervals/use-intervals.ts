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
 * Intervals for the figures of an account, computed once its result is shown; null requests none. They are canceled with the analysis.
 * @param questionOf must be stable across renders
 * @param isTransient whether a result is part of a live update: intervals are computed only at its end
 */
export function useIntervals<Run, Of extends Pick<Analysis<Run>, "shown" | "cancel">>(
  analysis: Of,
  questionOf: (run: Run) => IntervalQuestion | null,
  isTransient: (run: Run) => boolean = () => false,
): Of & { intervals: Intervals | null; behind: Progress | null } {
  const { shown } = analysis;
  const question = useMemo(() => shown && questionOf(shown), [shown, questionOf]);
  const asking = shown && isTransient(shown) ? null : question;
  const { value, busy, progress, cancel: stop } = useFollowing("resample-performance", asking, LATER);
  // Requested after the result has been rendered.
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
