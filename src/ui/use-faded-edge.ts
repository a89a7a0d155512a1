import { type CSSProperties, type RefObject, useCallback, useEffect, useState } from "react";

export interface FadedEdge {
  /** To be spread on the element. */
  edge: { "data-faded"?: true; style?: CSSProperties };
  /** Whether more than fits is in it, in either direction. */
  overflowing: boolean;
  /** To be called when it has scrolled. */
  look: () => void;
}

/**
 * Shows that there is more beyond the right edge of an element that scrolls sideways: what is there fades, up to the scroll bar.
 * @param fadeOf how far, in CSS pixels; as `src/styles.css` has it unless given
 */
export function useFadedEdge(area: RefObject<HTMLElement | null>, fadeOf?: (area: HTMLElement) => number): FadedEdge {
  const [overflowing, setOverflowing] = useState(false);
  /** Width of the scroll bar while there is more beyond the right edge; null where there is not. */
  const [bar, setBar] = useState<number | null>(null);
  const look = useCallback(() => {
    const element = area.current;
    if (!element) return;
    const wider = element.scrollWidth - element.clientWidth;
    setOverflowing(wider > 1 || element.scrollHeight > element.clientHeight + 1);
    const beyond = wider - element.scrollLeft > 1;
    setBar(beyond ? element.offsetWidth - element.clientWidth : null);
    // Written where it counts: with every step of the scroll it may be another.
    if (beyond && fadeOf) element.style.setProperty("--fade", `${Math.round(fadeOf(element))}px`);
  }, [area, fadeOf]);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    // A frame later: taking the focus away or giving it changes the layout that is being observed.
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
  const style = { "--bar": `${bar}px` } as CSSProperties;
  return { edge: bar === null ? {} : { "data-faded": true, style }, overflowing, look };
}
