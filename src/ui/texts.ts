import { useEffect, useSyncExternalStore } from "react";
import type { Cause } from "../../workers/contract";
import { canSay, inWords, loadTexts, settledTexts } from "../lib/texts.ts";

/** The text of a failure; null without one, and until its text has been fetched. */
export function useWords(cause: Cause | null | undefined): string | null {
  const ready = useSyncExternalStore(settledTexts.subscribe, () => !cause || canSay(cause));
  useEffect(() => {
    if (cause) void loadTexts();
  }, [cause]);
  return cause && ready ? inWords(cause) : null;
}

/** The text of a failure within a line. */
export const Words = ({ of }: { of: Cause }) => useWords(of);
