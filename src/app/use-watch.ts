import { useEffect } from "react";
import { inputStore } from "../state/screen-inputs";

/** Whether alerts are set, judged from the stored text of the watchlist's inputs: their schema is part of the code loaded only then. */
const hasAlerts = (): boolean => inputStore.textOf("watchlist")?.includes('"comparison"') ?? false;

/** Keeps the watchlist up to date on every screen if alerts are set; the code is loaded only then. */
export function useWatch(): void {
  useEffect(() => {
    const look = () => {
      if (!hasAlerts()) return;
      stop();
      void import("../state/watch/watchlist").then(({ watchlist }) => watchlist.follow());
    };
    // Inputs that local storage refused arrive later, from a database.
    const stop = inputStore.subscribe(look);
    look();
    return stop;
  }, []);
}
