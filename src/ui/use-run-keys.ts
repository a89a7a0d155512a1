import { useEffect, useRef, useState } from "react";

export interface RunKeys {
  /** Ctrl/⌘+Enter, wherever the focus is. */
  run?: () => void;
  /** Esc, unless it closes a floating element. */
  cancel?: () => void;
}

/** Number fields commit on blur: forces that now and restores the caret. */
function commitTyped(): void {
  const box = document.activeElement;
  if (!(box instanceof HTMLInputElement)) return;
  box.blur();
  box.focus({ preventScroll: true });
}

/** Path of the screen that is to run as soon as it is mounted; null for none. */
let awaited: string | null = null;
const present = new Set<() => void>();

/** Runs a screen once, as Ctrl+Enter would, as soon as it is mounted. @returns a function that cancels it */
export function runOnArrival(path: string): () => void {
  awaited = path;
  for (const look of [...present]) look();
  return () => {
    if (awaited === path) awaited = null;
  };
}

/** Ctrl/⌘+Enter runs, Esc cancels: pass undefined for what is currently impossible. */
export function useRunKeys(keys: RunKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  // The previous screen stays mounted, with the URL of the next one, until that has loaded.
  const [at] = useState(() => window.location.pathname);
  useEffect(() => {
    const look = () => {
      const { run, cancel } = latest.current;
      // Waits only while work is in progress, not for anything the user would have to do first.
      if (awaited === null || !at.endsWith(awaited) || (!run && cancel)) return;
      awaited = null;
      // Deferred, so that fields first receive their new data; `run` waits for these to be read.
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
      // In the capture phase: a focused button would otherwise treat it as a click.
      event.preventDefault();
      event.stopPropagation();
      commitTyped();
      // The screen first renders with the committed value; its new `run` must be called.
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
