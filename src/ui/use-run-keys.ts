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

/** Address of the screen that is to run as soon as it is there; null for none. */
let awaited: string | null = null;
const present = new Set<() => void>();

/** Has a screen run once, as Ctrl+Enter would, as soon as it is there and can. */
export function runOnArrival(path: string): void {
  awaited = path;
  for (const look of [...present]) look();
}

/** Ctrl/⌘+Enter runs, Esc cancels: pass undefined for what is not possible now. */
export function useRunKeys(keys: RunKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const look = () => {
      if (awaited === null || !window.location.pathname.endsWith(awaited) || !latest.current.run) return;
      awaited = null;
      // Its fields first take in what they were handed; `run` waits for what they read.
      setTimeout(() => latest.current.run?.(), 0);
    };
    look();
    present.add(look);
    return () => void present.delete(look);
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
