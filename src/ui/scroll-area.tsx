import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useFadedEdge } from "./use-faded-edge.ts";

interface ScrollAreaProps {
  label?: string;
  children: ReactNode;
  /** Height in pixels beyond which it also scrolls vertically. */
  height?: number;
  /** Whether it is focusable while its content overflows; false if something inside is, and handles the arrow keys. */
  focusable?: boolean;
  /** Width of the fade at the right edge, in CSS pixels. */
  fadeOf?: (area: HTMLElement) => number;
  ref?: RefObject<HTMLDivElement | null>;
}

/**
 * Scrolls horizontally if its content overflows, with a fade at the right edge while there is more; it is then focusable, so that arrow
 * keys can scroll it.
 */
export function ScrollArea({ label, children, height, focusable = true, fadeOf, ref }: ScrollAreaProps) {
  const own = useRef<HTMLDivElement>(null);
  const area = ref ?? own;
  const [scrolled, setScrolled] = useState(false);
  const { edge, overflowing, look } = useFadedEdge(area, fadeOf);
  const name = `${label ?? "Content"}, scrolls${height === undefined ? " sideways" : ""}`;
  return (
    <div
      ref={area}
      onScroll={(event) => {
        setScrolled(event.currentTarget.scrollLeft > 1);
        look();
      }}
      data-scrolled={scrolled || undefined}
      className={`group/scroll relative -outline-offset-2 ${height === undefined ? "overflow-x-auto" : "overflow-auto overscroll-contain"}`}
      {...edge}
      style={{ ...edge.style, maxHeight: height }}
      {...(overflowing && focusable ? { tabIndex: 0, role: "group", "aria-label": name } : {})}
    >
      {children}
    </div>
  );
}
