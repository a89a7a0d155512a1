import { useSyncExternalStore } from "react";

const narrow = matchMedia("(max-width: 640px)");

const subscribe = (listener: () => void) => {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
};

/** Whether the page is as narrow as a phone's: secondary table columns are then folded. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
