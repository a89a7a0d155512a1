import { useCallback, useEffect, useState } from "react";
import type { RunKeys } from "../../ui/use-run-keys.ts";

/** The tabs that say themselves what the keys do. */
export type KeyedTab = "replay" | "batch";

/** Tells what Ctrl+Enter runs and Esc cancels while a tab is in front. */
export type SetKeys = (tab: KeyedTab, keys: RunKeys) => void;

/**
 * What the keys do in the tab in front. The tabs are fetched when they are first opened: a press of Ctrl+Enter before one is there counts
 * as soon as it says what it runs.
 */
export function useTabKeys(tab: string): { keys: RunKeys; setKeys: SetKeys } {
  const [given, setGiven] = useState<{ tab: KeyedTab; keys: RunKeys } | null>(null);
  const [pressed, setPressed] = useState<string | null>(null);
  // A press is meant for the tab it was made in.
  if (pressed !== null && pressed !== tab) setPressed(null);
  const known = given?.tab === tab;
  useEffect(() => {
    if (pressed === null || given?.tab !== pressed) return;
    setPressed(null);
    given.keys.run?.();
  }, [pressed, given]);
  const setKeys = useCallback<SetKeys>((tab, keys) => setGiven({ tab, keys }), []);
  return { keys: known ? given.keys : { run: () => setPressed(tab) }, setKeys };
}
