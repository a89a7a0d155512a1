import { useEffect, useRef } from "react";

/** Ctrl/⌘+K, everywhere and from the start. */
export function useSearchKey(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== "k") return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
