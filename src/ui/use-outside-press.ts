import { useEffect, useRef } from "react";

/** Maximum time between the two clicks of a double click, in milliseconds, as in operating systems. */
const DOUBLE_CLICK = 500;

const isLater = (since: number): boolean => performance.now() - since > DOUBLE_CLICK;

/**
 * Whether a click outside a floating element closes it: the second half of the double click that opened it also lands outside, and must
 * not. If it lands inside, no word is selected.
 */
export function useOutsidePress(): () => boolean {
  const openedAt = useRef(0);
  const isSecond = useRef(false);
  useEffect(() => {
    openedAt.current = performance.now();
    const noticePress = (event: MouseEvent) => {
      // `detail` also recognizes a second click that arrives late because the page is busy or the user is slow.
      isSecond.current = event.detail > 1;
      if (isSecond.current && !isLater(openedAt.current)) event.preventDefault();
    };
    addEventListener("mousedown", noticePress, true);
    return () => removeEventListener("mousedown", noticePress, true);
  }, []);
  return () => !isSecond.current && isLater(openedAt.current);
}
