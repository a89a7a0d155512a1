import { useEffect } from "react";

/** Alerts are set on this device, by the text the watchlist's inputs are kept as. */
function hasAlerts(): boolean {
  try {
    return localStorage.getItem("prospect.inputs.watchlist")?.includes('"comparison"') ?? false;
  } catch {
    // The device keeps nothing: alerts are looked at on their own screen.
    return false;
  }
}

/** Keeps the watchlist up to date on whatever screen, where alerts are set; what that takes is fetched only then. */
export function useWatch(): void {
  useEffect(() => {
    if (hasAlerts()) void import("../state/watch/watchlist").then(({ watchlist }) => watchlist.follow());
  }, []);
}
