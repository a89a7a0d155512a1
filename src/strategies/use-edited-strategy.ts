import { type RefObject, useCallback } from "react";
import type { StrategyContent } from "../state/strategy-body";
import { useLatest } from "../ui/use-latest.ts";

/** A strategy in a form: current value and setter. Two changes between two renders build on each other. */
export function useEditedStrategy(
  strategy: StrategyContent,
  change: (changes: { strategy: StrategyContent }) => void,
): { latest: RefObject<StrategyContent>; edit: (changes: Partial<StrategyContent>) => void } {
  const latest = useLatest(strategy);
  const edit = useCallback(
    (changes: Partial<StrategyContent>) => {
      latest.current = { ...latest.current, ...changes };
      change({ strategy: latest.current });
    },
    [latest, change],
  );
  return { latest, edit };
}
