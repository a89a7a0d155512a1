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
    const floating = () => document.querySelector('[role="dialog"], [role="listbox"], [role="menu"]') !== null;
    const start = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || floating() || !latest.current.run) return;
      // Heard before a focused button, which would take it for a press of its own.
      event.preventDefault();
      event.stopPropagation();
      commitTyped();
      // The screen renders with the committed value first; its new `run` is the one to call.
      setTimeout(() => latest.current.run?.(), 0);
    };
    const stop = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || floating() || !latest.current.cancel) return;
      event.preventDefault();
      latest.current.cancel();
    };
    document.addEventListener("keydown", start, { capture: true });
    document.addEventListener("keydown", stop);
    return () => {
      document.removeEventListener("keydown", start, { capture: true });
      document.removeEventListener("keydown", stop);
    };
  }, []);
}
