import { useEffect, useRef } from "react";

/** Ctrl/⌘+S, wherever the focus is; undefined while there is nothing to save. */
export function useSaveKey(save: (() => void) | undefined): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // Otherwise the browser would save the page.
      event.preventDefault();
      const box = document.activeElement;
      // Number fields commit on blur.
      if (box instanceof HTMLInputElement) {
        box.blur();
        box.focus({ preventScroll: true });
      }
      setTimeout(() => latest.current?.(), 0);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
