import { useEffect } from "react";

/**
 * Keeps focus in place when the focused element is removed. The code is loaded on the first focus; without it the browser starts at the
 * top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const start = ({ target }: Pick<Event, "target">) => {
      // The element may be removed before the code has loaded: the range keeps its place.
      const spot = document.createRange();
      if (target instanceof Element && target.parentNode) spot.setStartBefore(target);
      import("../ui/focus-keeper.ts").then(
        ({ keepFocus }) => keepFocus(target, spot),
        () => undefined,
      );
    };
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) return start({ target: activeElement });
    document.addEventListener("focusin", start, { once: true });
    return () => document.removeEventListener("focusin", start);
  }, []);
}
