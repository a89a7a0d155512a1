import type { PressEvent } from "react-aria-components";

/** A hand that holds still moves no farther between press and release, in CSS pixels. */
const STILL = 4;

let waiting = new AbortController();

/**
 * Hears of the start of a press. What is read or drawn meanwhile may push the button from under a hand that holds still: the release then
 * falls on something else, and the browser tells of no click. It counts as a click here; one that was drawn away on purpose does not.
 */
export function steadyPress({ target, pointerType, x, y }: PressEvent): void {
  if (pointerType === "keyboard" || pointerType === "virtual") return;
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const { left, top } = target.getBoundingClientRect();
  const end = (event: PointerEvent) => {
    waiting.abort();
    const now = target.getBoundingClientRect();
    const pushed = now.left !== left || now.top !== top;
    const still = Math.hypot(event.clientX - left - x, event.clientY - top - y) <= STILL;
    const missed = event.type === "pointerup" && !target.contains(event.target as Node);
    if (pushed && still && missed) (target as HTMLElement).click();
  };
  // On the window, so that it is heard after the press itself has ended.
  for (const type of ["pointerup", "pointercancel"] as const) window.addEventListener(type, end, { signal });
}
