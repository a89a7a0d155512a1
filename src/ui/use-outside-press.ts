import { useEffect, useRef } from "react";

/** Milliseconds within which two presses are a double click, as systems have it. */
const DOUBLE_CLICK = 500;

const isLater = (since: number): boolean => performance.now() - since > DOUBLE_CLICK;

/**
 * Whether a press outside of what floats closes it: the second half of a double click on what opened it lands outside, too. If it lands
 * inside, it does not select the word there.
 */
export function useOutsidePress(open: boolean): () => boolean {
  const openedAt = useRef(0);
  useEffect(() => {
    if (!open) return;
    openedAt.current = performance.now();
    const keepUnselected = (event: MouseEvent) => event.detail > 1 && !isLater(openedAt.current) && event.preventDefault();
    addEventListener("mousedown", keepUnselected, true);
    return () => removeEventListener("mousedown", keepUnselected, true);
  }, [open]);
  return () => isLater(openedAt.current);
}
