import { useEffect } from "react";

/** Keeps the focus where it was when what has it goes. The code for that comes with the first focus; without it the browser begins at the top. */
export function useKeptFocus(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const start = () =>
      void import("./focus-keeper").then(
        ({ keepFocus }) => {
          if (!left) stop = keepFocus();
        },
        () => undefined,
      );
    if (document.activeElement && document.activeElement !== document.body) start();
    else document.addEventListener("focusin", start, { once: true });
    return () => {
      left = true;
      document.removeEventListener("focusin", start);
      stop?.();
    };
  }, []);
}
