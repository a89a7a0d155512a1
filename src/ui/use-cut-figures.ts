import { type RefObject, useEffect, useRef } from "react";

/** How far what stands before the edge grows faint, in CSS pixels. */
const FADE = 28;

/** Of a column of figures that the right edge of what scrolls sideways cuts, as far as it is in view: it is right-aligned, and "47.63" of 47.63% or "−1,2" would be read. */
function widthOfCut(area: HTMLElement): number {
  const edge = area.getBoundingClientRect().left + area.clientLeft + area.clientWidth;
  for (const head of area.querySelectorAll("thead th")) {
    const { left, right } = head.getBoundingClientRect();
    if (left < edge - FADE && right > edge + 1) return getComputedStyle(head).textAlign === "right" ? edge - left : FADE;
  }
  return FADE;
}

/** For the area a table scrolls in: figures that its edge cuts are faint as far as they are in view, so that nobody reads a part for the whole. */
export function useCutFigures(): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const fade = () => element.style.setProperty("--fade", `${Math.round(widthOfCut(element))}px`);
    const observer = new ResizeObserver(fade);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    let at = 0;
    const scrolled = () => {
      if (element.scrollLeft === at) return;
      at = element.scrollLeft;
      fade();
    };
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", scrolled);
    };
  }, []);
  return area;
}
