import { useEffect } from "react";

const SCROLL_KEYS = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " ", "Tab"];
/** Elements that Space activates instead of scrolling. */
const PRESSED = "button, summary, input, [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option]";
const MIDDLE = 1;

/** Marks a page the user is scrolling: restoring an earlier scroll position then leaves it alone (`scroll-return` in `analysis/next`). */
const mark = (scrolling: boolean): void => void document.documentElement.toggleAttribute("data-scrolling", scrolling);

const scrolls = (): void => mark(true);

/** A press ends manual scrolling, except on the scroll bar or with the middle button, which scroll. */
const press = ({ clientX, button }: PointerEvent): void => mark(button === MIDDLE || clientX >= document.documentElement.clientWidth);

function keyDown({ key, target }: KeyboardEvent): void {
  if (key === "Enter" || (key === " " && target instanceof Element && target.matches(PRESSED))) mark(false);
  else if (SCROLL_KEYS.includes(key)) mark(true);
}

/** Marks the page while the user scrolls it, until their next press. */
export function useUserScroll(): void {
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
