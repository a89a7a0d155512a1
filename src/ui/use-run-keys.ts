import { type RefObject, useEffect, useRef } from "react";

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

/** Runs a screen once, as Ctrl+Enter would, as soon as it is mounted; null for none. */
export function runOnArrival(path: string | null): void {
  awaited = path;
  for (const look of present) look();
}

/** Deferred: fields first receive their new data, and the screen renders with a committed value, whose new `run` must be called. */
const runSoon = (latest: RefObject<RunKeys>) => setTimeout(() => latest.current.run?.());

/** Ctrl/⌘+Enter runs, Esc cancels: pass undefined for what is currently impossible. */
export function useRunKeys(keys: RunKeys): void {
  const latest = useRef(keys);
  // The previous screen stays mounted, with the URL of the next one, until that has loaded.
  const at = useRef(window.location.pathname);
  useEffect(() => {
    latest.current = keys;
    const look = () => {
      // Waits only while work is in progress, not for anything the user would have to do first.
      if (awaited === null || !at.current.endsWith(awaited) || (!keys.run && keys.cancel)) return;
      awaited = null;
      runSoon(latest);
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
      runSoon(latest);
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
