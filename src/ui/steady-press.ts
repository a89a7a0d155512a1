import type { PressEvent } from "react-aria-components";

/** Pointer travel between press and release that still counts as holding still, in CSS pixels. */
const STILL = 4;

let waiting = new AbortController();

/**
 * Call at the start of a press. If a re-render moves the button away before the release, the release lands on another element and the
 * browser fires no click; this triggers it. A press that was dragged off on purpose does not click.
 */
export function guardPress({ target, pointerType, x, y }: PressEvent): void {
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
  // On the window, so that it runs after the press itself has ended.
  for (const type of ["pointerup", "pointercancel"] as const) window.addEventListener(type, end, { signal });
}
