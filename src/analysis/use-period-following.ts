import { useEffect, useRef } from "react";
import type { Series } from "../../workers/contract";
import type { SeriesSource } from "./data/use-series-source";
import type { Analysis } from "./use-analysis";

export type Followed = Pick<Analysis<unknown>, "busy" | "stale"> & { underWay?: boolean; run?: () => Promise<boolean> };

export type PeriodSource = Partial<Pick<SeriesSource, "series" | "period">>;

/**
 * A result on show follows the choice of a period: while a hand moves it is worked out again and again, one period after the other, so that
 * a slow one keeps up as it can; and once more for what the hand stops at.
 * @param setFollowing hears whether that goes on
 */
export function usePeriodFollowing(followed: Followed, { series, period }: PeriodSource, setFollowing: (following: boolean) => void): void {
  const { stale, run } = followed;
  const busy = followed.busy || followed.underWay === true;
  const last = useRef<Series | null>(null);
  const passing = period?.passing ?? false;
  useEffect(() => {
    const pace = period?.place.pace;
    if (!pace || !run) return;
    // A period that has failed once is not asked again.
    const wanted = stale && pace.chosen !== null && series === pace.chosen && last.current !== series;
    pace.setBusy(busy || wanted);
    if (busy) return;
    if (wanted) {
      last.current = pace.chosen;
      setFollowing(true);
      void run();
    } else if (!passing) setFollowing(false);
  }, [busy, stale, passing, run, series, period, setFollowing]);
}
