import { useEffect, useRef, useState } from "react";

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

/** Has a screen run once, as Ctrl+Enter would, as soon as it is there. @returns what calls that off */
export function runOnArrival(path: string): () => void {
  awaited = path;
  for (const look of [...present]) look();
  return () => {
    if (awaited === path) awaited = null;
  };
}

/** Ctrl/⌘+Enter runs, Esc cancels: pass undefined for what is not possible now. */
export function useRunKeys(keys: RunKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  // The screen that is left is there until the other has come, at its address.
  const [at] = useState(() => window.location.pathname);
  useEffect(() => {
    const look = () => {
      const { run, cancel } = latest.current;
      // It waits for what is under way, and for nothing that somebody would have to do first.
      if (awaited === null || !at.endsWith(awaited) || (!run && cancel)) return;
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
