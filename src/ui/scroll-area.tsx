import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useFadedEdge } from "./use-faded-edge.ts";

export interface ScrollAreaProps {
  label?: string;
  children: ReactNode;
  /** Pixels from which on it scrolls up and down, too. */
  height?: number;
  /** Whether it takes the focus where its content is too wide; not where something inside does and answers the arrow keys. */
  focusable?: boolean;
  /** How far it fades at the edge, in CSS pixels. */
  fadeOf?: (area: HTMLElement) => number;
  ref?: RefObject<HTMLDivElement | null>;
}

/** Scrolls sideways where its content is too wide, and fades at the right edge while there is more; then it also takes the focus, so that the arrow keys can scroll it. */
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
