import { useEffect, useRef } from "react";

/** Milliseconds within which two presses are a double click, as systems have it. */
const DOUBLE_CLICK = 500;

/** Whether a press outside of what floats closes it: the second half of a double click on what opened it lands outside, too. */
export function useOutsidePress(open: boolean): () => boolean {
  const openedAt = useRef(0);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);
  return () => performance.now() - openedAt.current > DOUBLE_CLICK;
}
