import { useEffect } from "react";

/** Whether alerts are set on this device, judged from the stored text of the watchlist's inputs. */
function hasAlerts(): boolean {
  try {
    return localStorage.getItem("prospect.inputs.watchlist")?.includes('"comparison"') ?? false;
  } catch {
    // Without storage, alerts are checked only on their own screen.
    return false;
  }
}

/** Keeps the watchlist up to date on every screen if alerts are set; the code is loaded only then. */
export function useWatch(): void {
  useEffect(() => {
    if (hasAlerts()) void import("../state/watch/watchlist").then(({ watchlist }) => watchlist.follow());
  }, []);
}
