import { useEffect } from "react";

/** Reads feeds as their intervals say, on whatever screen; what that takes is fetched only where there are feeds. */
export function useFeeds(): void {
  useEffect(() => {
    try {
      if (localStorage.getItem("prospect.feeds") === null) return;
    } catch {
      // The device keeps nothing: there are no feeds but on their own screen.
      return;
    }
    void import("../state/feeds/feed-clock").then(({ startFeeds }) => startFeeds());
  }, []);
}
