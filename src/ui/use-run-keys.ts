import { useEffect, useRef } from "react";
import { Store } from "../lib/store";

export interface RunKeys {
  /** Ctrl/⌘+Enter, wherever the focus is. */
  run?: () => void;
  /** Runs on arrival instead, where `run` also saves a file. */
  arrive?: () => void;
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
const awaited = new Store<string | null>(null);

/** Runs a screen once, as Ctrl+Enter would, as soon as it is mounted; null for none. */
export const runOnArrival = (path: string | null): void => awaited.set(path);

/** Ctrl/⌘+Enter runs, Esc cancels: pass undefined for what is currently impossible. */
export function useRunKeys(keys: RunKeys): void {
  const latest = useRef(keys);
  // The previous screen stays mounted, with the URL of the next one, until that has loaded.
  const at = useRef(window.location.pathname);
  useEffect(() => {
    latest.current = keys;
    const look = () => {
      // Waits only while work is in progress, not for anything the user would have to do first.
      const path = awaited.read();
      if (path === null || !at.current.endsWith(path) || (!keys.run && keys.cancel)) return;
      awaited.set(null);
      // Deferred: fields first receive their new data.
      setTimeout(() => (latest.current.arrive ?? latest.current.run)?.());
    };
    look();
    return awaited.subscribe(look);
  });
  useEffect(() => {
    const floating = () => document.querySelector('[role="dialog"], [role="listbox"], [role="menu"]') !== null;
    const start = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || floating() || !latest.current.run) return;
      // In the capture phase: a focused button would otherwise treat it as a click.
      event.preventDefault();
      event.stopPropagation();
      commitTyped();
      // Deferred: the screen first renders with the committed value, whose new `run` must be called.
      setTimeout(() => latest.current.run?.());
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
