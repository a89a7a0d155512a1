import { useEffect, useRef } from "react";

export interface RunKeys {
  /** Ctrl/⌘+Enter, wherever the focus is. */
  run?: () => void;
  /** Esc, unless it closes something that floats. */
  cancel?: () => void;
}

/** A number box hands over what was typed when it loses the focus: make it do so now, and put the caret back. */
function commitTyped(): void {
  const box = document.activeElement;
  if (!(box instanceof HTMLInputElement)) return;
  box.blur();
  box.focus({ preventScroll: true });
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
        commitTyped();
        // The screen renders with the committed value first; its new `run` is the one to call.
        setTimeout(() => latest.current.run?.(), 0);
      } else if (event.key === "Escape" && !overlay && latest.current.cancel) {
        event.preventDefault();
        latest.current.cancel();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
