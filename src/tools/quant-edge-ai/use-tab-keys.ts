import { useCallback, useEffect, useState } from "react";
import type { RunKeys } from "../../ui/use-run-keys.ts";

/** Tabs that define what the keys do. */
type KeyedTab = "replay" | "batch";

/** Sets what Ctrl+Enter runs and Esc cancels while a tab is selected. */
export type SetKeys = (tab: KeyedTab, keys: RunKeys) => void;

/**
 * Keys of the selected tab. Tabs are loaded when first opened: Ctrl+Enter pressed before takes effect as soon as the tab defines what to
 * run.
 */
export function useTabKeys(tab: string): { keys: RunKeys; setKeys: SetKeys } {
  const [given, setGiven] = useState<{ tab: KeyedTab; keys: RunKeys } | null>(null);
  const [pressed, setPressed] = useState<string | null>(null);
  // A key press applies to the tab it was made in.
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
