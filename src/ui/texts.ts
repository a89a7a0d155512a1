import { useEffect, useSyncExternalStore } from "react";
import type { Cause } from "../../workers/contract";
import { failureText, isTextLoaded, loadTexts, settledTexts } from "../lib/texts.ts";

/** The text of a failure; null without one, or until the texts have loaded. */
export function useWords(cause: Cause | null | undefined): string | null {
  const ready = useSyncExternalStore(settledTexts.subscribe, () => !cause || isTextLoaded(cause));
  useEffect(() => {
    if (cause) void loadTexts();
  }, [cause]);
  return cause && ready ? failureText(cause) : null;
}

/** The text of a failure, inline. */
export const Words = ({ of }: { of: Cause }) => useWords(of);
