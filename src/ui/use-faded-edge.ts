import { type CSSProperties, type RefObject, useCallback, useEffect, useState } from "react";

/** Pixels over which the last letters before the edge grow faint. */
const FADE = 28;

/** Width of the scroll bar beside what scrolls sideways while there is more beyond its right edge; null where there is not. */
const barBesideMore = ({ scrollWidth, scrollLeft, clientWidth, offsetWidth }: HTMLElement): number | null =>
  scrollWidth - scrollLeft - clientWidth > 1 ? offsetWidth - clientWidth : null;

/**
 * Shows that there is more beyond the right edge of an element that scrolls sideways: what stands there fades, up to the scroll bar.
 * @returns the style of the element, and what to call when it has scrolled or what is in it may have another size
 */
export function useFadedEdge(area: RefObject<HTMLElement | null>): { style: CSSProperties; look: () => void } {
  const [bar, setBar] = useState<number | null>(null);
  const look = useCallback(() => setBar(area.current && barBesideMore(area.current)), [area]);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    // A frame later, so that looking changes nothing that is being observed.
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [area, look]);
  if (bar === null) return { style: {}, look };
  const mask = `linear-gradient(to right, #000 calc(100% - ${bar + FADE}px), #0003 calc(100% - ${bar}px), #000 calc(100% - ${bar}px))`;
  return { style: { maskImage: mask }, look };
}
