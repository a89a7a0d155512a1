import { useEffect, useRef } from "react";

export interface RunKeys {
  /** Ctrl/⌘+Enter, wherever the focus is. */
  run?: () => void;
  /** Esc, unless it closes something that floats. */
  cancel?: () => void;
}

/** Ctrl/⌘+Enter runs, Esc cancels: pass undefined for what is not possible now. */
export function useRunKeys(keys: RunKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const overlay = document.querySelector('[role="dialog"], [role="listbox"], [role="menu"]');
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !overlay && latest.current.run) {
        event.preventDefault();
        latest.current.run();
      } else if (event.key === "Escape" && !overlay && latest.current.cancel) {
        event.preventDefault();
        latest.current.cancel();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
