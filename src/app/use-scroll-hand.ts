import { useEffect } from "react";

const SCROLL_KEYS = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

/** The mark of a page somebody scrolls by hand: what comes back to an earlier place leaves it alone (`scroll-return` of next steps). */
const mark = (scrolling: boolean): void => void document.documentElement.toggleAttribute("data-scrolling", scrolling);

const scrolls = (): void => mark(true);

/** A press begins something else, but for one on the scroll bar. */
const press = ({ clientX }: PointerEvent): void => mark(clientX >= document.documentElement.clientWidth);

function keyDown({ key }: KeyboardEvent): void {
  if (SCROLL_KEYS.includes(key)) mark(true);
  else if (key === "Enter") mark(false);
}

/** Marks the page while somebody scrolls it, until their next press. */
export function useScrollHand(): void {
  useEffect(() => {
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    addEventListener("wheel", scrolls, options);
    addEventListener("touchmove", scrolls, options);
    addEventListener("pointerdown", press, options);
    addEventListener("keydown", keyDown, options);
    return () => controller.abort();
  }, []);
}
