import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useFadedEdge } from "./use-faded-edge.ts";

export interface ScrollAreaProps {
  label?: string;
  children: ReactNode;
  /** Pixels from which on it scrolls up and down, too. */
  height?: number;
  /** Whether it takes the focus where its content is too wide; not where something inside does and answers the arrow keys. */
  focusable?: boolean;
  ref?: RefObject<HTMLDivElement | null>;
}

/** Scrolls sideways where its content is too wide, and fades at the right edge while there is more; then it also takes the focus, so that the arrow keys can scroll it. */
export function ScrollArea({ label, children, height, focusable = true, ref }: ScrollAreaProps) {
  const own = useRef<HTMLDivElement>(null);
  const area = ref ?? own;
  const [overflowing, setOverflowing] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const edge = useFadedEdge(area);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    // A frame later: taking the focus away or giving it changes the layout that is being observed.
    let frame = 0;
    const measure = () => setOverflowing(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [area]);
  const name = `${label ?? "Content"}, scrolls${height === undefined ? " sideways" : ""}`;
  return (
    <div
      ref={area}
      onScroll={(event) => {
        setScrolled(event.currentTarget.scrollLeft > 1);
        edge.look();
      }}
      data-scrolled={scrolled || undefined}
      className={`group/scroll relative -outline-offset-2 ${height === undefined ? "overflow-x-auto" : "overflow-auto overscroll-contain"}`}
      style={{ ...edge.style, maxHeight: height }}
      {...(overflowing && focusable ? { tabIndex: 0, role: "group", "aria-label": name } : {})}
    >
      {children}
    </div>
  );
}
