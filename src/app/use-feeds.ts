import { useEffect } from "react";

/** Polls feeds at their intervals on every screen; the code is loaded only if there are feeds. */
export function useFeeds(): void {
  useEffect(() => {
    try {
      if (localStorage.getItem("prospect.feeds") === null) return;
    } catch {
      // Without storage, feeds exist only on their own screen.
      return;
    }
    void import("../state/feeds/feed-clock").then(({ startFeeds }) => startFeeds());
  }, []);
}
