import { useEffect } from "react";

/** Keeps the focus where it was when what has it goes. The code for that comes with the first focus; without it the browser begins at the top. */
export function useKeptFocus(): void {
  useEffect(() => {
    const start = () =>
      void import("../ui/focus-keeper.ts").then(
        ({ keepFocus }) => keepFocus(),
        () => undefined,
      );
    if (document.activeElement && document.activeElement !== document.body) return start();
    document.addEventListener("focusin", start, { once: true });
    return () => document.removeEventListener("focusin", start);
  }, []);
}
