import { useEffect } from "react";

/**
 * Keeps focus in place when the focused element is removed. The code is loaded on the first focus; without it the browser starts at the
 * top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const start = ({ target }: Pick<Event, "target">) =>
      void import("../ui/focus-keeper.ts").then(
        ({ keepFocus }) => keepFocus(target),
        () => undefined,
      );
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) return start({ target: activeElement });
    document.addEventListener("focusin", start, { once: true });
    return () => document.removeEventListener("focusin", start);
  }, []);
}
