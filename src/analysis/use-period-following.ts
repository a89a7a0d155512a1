import { useEffect, useRef } from "react";
import type { Series } from "../../workers/contract";
import type { SeriesSource } from "./data/use-series-source";
import type { Analysis } from "./use-analysis";

export type Followed = Pick<Analysis<unknown>, "busy" | "stale"> & { shown?: unknown; underWay?: boolean; run?: () => Promise<boolean> };

export type PeriodSource = Partial<Pick<SeriesSource, "series" | "period">>;

/**
 * A result on show follows the choice of a period: while a hand moves it is worked out again and again, one period after the other, so that
 * a slow one keeps up as it can; and once more for what the hand stops at. A period is taken once the result before it has been drawn: had
 * it waited for that, the hand would be further by now. It is asked about before it is drawn itself, which goes on beside the work.
 * @param setFollowing hears whether that goes on
 */
export function usePeriodFollowing(followed: Followed, { series, period }: PeriodSource, setFollowing: (following: boolean) => void): void {
  const { stale, run, shown } = followed;
  const busy = followed.busy || followed.underWay === true;
  const last = useRef<Series | null>(null);
  /** What was on show when the last period was asked about, until the answer has been drawn; null where nothing is on its way. */
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
    // A period that has failed once is not asked again.
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
