import { type CSSProperties, type RefObject, useCallback, useEffect, useState } from "react";

interface FadedEdge {
  /** Props to spread on the element. */
  edge: { "data-faded"?: true; style?: CSSProperties };
  /** Whether the content overflows in either direction. */
  overflowing: boolean;
  /** To be called on scroll. */
  look: () => void;
}

/**
 * Fades the right edge of a horizontally scrolling element while there is more content beyond it. The scroll bar does not fade.
 * @param fadeOf width of the fade in CSS pixels; as in `src/styles.css` by default
 */
export function useFadedEdge(area: RefObject<HTMLElement | null>, fadeOf?: (area: HTMLElement) => number): FadedEdge {
  const [overflowing, setOverflowing] = useState(false);
  /** Width of the scroll bar while there is more beyond the right edge; null otherwise. */
  const [bar, setBar] = useState<number | null>(null);
  const look = useCallback(() => {
    const element = area.current;
    if (!element) return;
    const wider = element.scrollWidth - element.clientWidth;
    setOverflowing(wider > 1 || element.scrollHeight > element.clientHeight + 1);
    const beyond = wider - element.scrollLeft > 1;
    setBar(beyond ? element.offsetWidth - element.clientWidth : null);
    // Set directly on the element: it may change with every scroll step.
    if (beyond && fadeOf) element.style.setProperty("--fade", `${Math.round(fadeOf(element))}px`);
  }, [area, fadeOf]);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    // A frame later: a change of focusability changes the layout being observed.
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
