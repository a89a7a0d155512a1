import { useEffect, useRef } from "react";
import type { Series } from "../../workers/contract";
import type { SeriesSource } from "./data/use-series-source";
import type { Analysis } from "./use-analysis";

export type Followed = Pick<Analysis<unknown>, "busy" | "stale"> & { shown?: unknown; underWay?: boolean; run?: () => Promise<boolean> };

export type PeriodSource = Partial<Pick<SeriesSource, "series" | "period">>;

/**
 * Updates the shown result while a period is being chosen: repeatedly during a drag, one period at a time, so that slow results follow as
 * fast as they can, and once more at its end. The next period is taken only when the previous result has been rendered, so that it is the
 * newest. Its job starts before the period itself is rendered, which happens in parallel.
 * @param setFollowing called when following starts and ends
 */
export function usePeriodFollowing(followed: Followed, { series, period }: PeriodSource, setFollowing: (following: boolean) => void): void {
  const { stale, run, shown } = followed;
  const busy = followed.busy || followed.underWay === true;
  const last = useRef<Series | null>(null);
  /** What was shown when the last period was requested, until its result has been rendered; null if none is pending. */
  const undrawn = useRef<{ before: unknown } | null>(null);
  const isFollowing = useRef(false);
  const passing = period?.passing ?? false;
  useEffect(() => {
    const pace = period?.place.pace;
    if (!pace || !run) return;
    if (busy) {
      pace.setBusy(true);
      return;
    }
    if (undrawn.current && stale && undrawn.current.before === shown) return;
    undrawn.current = null;
    pace.setBusy(false);
    // A period that has failed is not retried.
    const isNew = pace.chosen !== null && last.current !== pace.chosen;
    if (isNew && (isFollowing.current || (stale && series === pace.chosen))) {
      last.current = pace.chosen;
      const asked = { before: shown };
      undrawn.current = asked;
      isFollowing.current = true;
      pace.setBusy(true);
      setFollowing(true);
      void run().then((answered) => {
        if (!answered && undrawn.current === asked) undrawn.current = null;
      });
    } else if (!passing) {
      isFollowing.current = false;
      setFollowing(false);
    }
  }, [busy, stale, shown, passing, run, series, period, setFollowing]);
}
