import { useEffect, useState } from "react";
import type { Analysis } from "./use-analysis";

type Followed = Pick<Analysis<unknown>, "busy" | "stale"> & { run?: () => Promise<boolean> };

/**
 * While a hand moves over the series a result on show is worked out again and again, one after the other, so that a slow one keeps up as it
 * can; and once more when it lets go. True while that goes on.
 * @param passing whether the period is only looked at
 */
export function usePeriodFollowing({ busy, stale, run }: Followed, passing: boolean): boolean {
  const [following, setFollowing] = useState(false);
  useEffect(() => {
    if (busy || !run) return;
    if (stale && (passing || following)) {
      setFollowing(true);
      void run();
    } else if (!passing) setFollowing(false);
  }, [busy, stale, passing, following, run]);
  return following;
}
