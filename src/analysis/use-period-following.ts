import { useEffect, useRef, useState } from "react";
import type { Series } from "../../workers/contract";
import type { SeriesSource } from "./data/use-series-source";
import type { Analysis } from "./use-analysis";

type Followed = Pick<Analysis<unknown>, "busy" | "stale"> & { underWay?: boolean; run?: () => Promise<boolean> };

/**
 * A result on show follows the choice of a period: while a hand moves it is worked out again and again, one period after the other, so that
 * a slow one keeps up as it can; and once more for what the hand stops at. True while that goes on.
 */
export function usePeriodFollowing(followed: Followed, { series, period }: Partial<SeriesSource>): boolean {
  const { stale, run } = followed;
  const busy = followed.busy || followed.underWay === true;
  const [following, setFollowing] = useState(false);
  const last = useRef<Series | null>(null);
  const passing = period?.passing ?? false;
  useEffect(() => {
    if (!period || !run) return;
    // A period that has failed once is not asked again.
    const wanted = stale && series !== null && series === period.pace.chosen && last.current !== series;
    period.pace.setBusy(busy || wanted);
    if (busy) return;
    if (wanted) {
      last.current = period.pace.chosen;
      setFollowing(true);
      void run();
    } else if (!passing) setFollowing(false);
  }, [busy, stale, passing, run, series, period]);
  return following;
}
