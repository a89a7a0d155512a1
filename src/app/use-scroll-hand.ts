import { useEffect } from "react";

const SCROLL_KEYS = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " ", "Tab"];
/** What Space presses instead of scrolling. */
const PRESSED = "button, summary, input, [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option]";
const MIDDLE = 1;

/** The mark of a page somebody scrolls by hand: what comes back to an earlier place leaves it alone (`scroll-return` of next steps). */
const mark = (scrolling: boolean): void => void document.documentElement.toggleAttribute("data-scrolling", scrolling);

const scrolls = (): void => mark(true);

/** A press begins something else, but for one on the scroll bar and one of the wheel, by which the page goes along. */
const press = ({ clientX, button }: PointerEvent): void => mark(button === MIDDLE || clientX >= document.documentElement.clientWidth);

function keyDown({ key, target }: KeyboardEvent): void {
  if (key === "Enter" || (key === " " && target instanceof Element && target.matches(PRESSED))) mark(false);
  else if (SCROLL_KEYS.includes(key)) mark(true);
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
