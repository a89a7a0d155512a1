import { useSyncExternalStore } from "react";

const narrow = matchMedia("(max-width: 640px)");

const subscribe = (listener: () => void) => {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
};

/** Whether the page is as narrow as a phone's: what a table needs room for is left to a press there. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
