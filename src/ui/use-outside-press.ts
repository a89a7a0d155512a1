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
  const isSecond = useRef(false);
  useEffect(() => {
    if (!open) return;
    openedAt.current = performance.now();
    isSecond.current = false;
    const noticePress = (event: MouseEvent) => {
      // A busy page hears of the second half late, and so does one whose person presses slowly.
      isSecond.current = event.detail > 1;
      if (isSecond.current && !isLater(openedAt.current)) event.preventDefault();
    };
    addEventListener("mousedown", noticePress, true);
    return () => removeEventListener("mousedown", noticePress, true);
  }, [open]);
  return () => !isSecond.current && isLater(openedAt.current);
}
