import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

export const ROW_HEIGHT = 32;
/** Browsers cannot lay out an element taller than 17 to 33 million pixels; a longer table scrolls in larger steps. */
const MAX_HEIGHT = 12_000_000;
const SPARE_ROWS = 8;
/** Maximum rows to print, about ten pages. */
const MAX_PRINTED = 500;

interface VirtualRows {
  /** Rows to render: from `first` up to, not including, `end`. */
  first: number;
  end: number;
  /** Empty space above and below them, in pixels. */
  before: number;
  after: number;
  /** Whether the table is too long to print and was truncated. */
  cut: boolean;
  /** Rows per Page Up or Page Down. */
  page: number;
  /** Scrolls a row into view. */
  reveal: (row: number) => void;
}

/** Whether the page is being printed: then all rows up to a limit are rendered. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // Synchronously: the browser lays out the pages as soon as the event handler returns.
    const follow = ({ type }: Event) => flushSync(() => setPrinting(type === "beforeprint"));
    for (const type of ["beforeprint", "afterprint"]) addEventListener(type, follow);
    return () => {
      for (const type of ["beforeprint", "afterprint"]) removeEventListener(type, follow);
    };
  }, []);
  return printing;
}

/**
 * Which rows of a long table are in view: only those, and a few on each side, are rendered. `view` (without the header) and `row` are
 * heights in pixels.
 */
export function useVirtualRows(
  area: RefObject<HTMLElement | null>,
  total: number,
  { view, row: rowHeight }: { view: number; row: number },
): VirtualRows {
  const [scrolled, setScrolled] = useState(0);
  const full = total * rowHeight;
  const drawn = Math.min(full, MAX_HEIGHT);
  const room = Math.max(1, view);
  // Distance in the table per pixel of the scroll bar.
  const scale = drawn > room ? (full - room) / (drawn - room) : 1;

  const drawnBefore = useRef(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const follow = () => setScrolled(scale === 1 ? Math.floor(element.scrollTop / rowHeight) * rowHeight : element.scrollTop);
    // A new table is at its top. Reading its scroll position would force layout in the middle of a commit.
    if (drawnBefore.current) follow();
    drawnBefore.current = true;
    element.addEventListener("scroll", follow, { passive: true });
    return () => element.removeEventListener("scroll", follow);
  }, [area, scale, rowHeight]);

  const place = scrolled * scale;
  const top = Math.min(total, Math.floor(place / rowHeight));
  const first = Math.max(0, top - SPARE_ROWS);
  const end = Math.min(total, top + Math.ceil(room / rowHeight) + SPARE_ROWS + 1);
  const before = Math.max(0, Math.min(drawn, scrolled - (place - first * rowHeight)));
  const after = Math.max(0, drawn - before - (end - first) * rowHeight);

  const reveal = useCallback(
    (row: number) => {
      const element = area.current;
      if (!element) return;
      const start = row * rowHeight;
      const now = element.scrollTop * scale;
      const least = start + rowHeight - room;
      if (start < now) element.scrollTop = start / scale;
      else if (least > now) element.scrollTop = Math.ceil(least / scale);
    },
    [area, scale, room, rowHeight],
  );
  if (usePrinting()) return { first: 0, end: Math.min(total, MAX_PRINTED), before: 0, after: 0, cut: total > MAX_PRINTED, page: 1, reveal };
  return { first, end, before, after, cut: false, page: Math.max(1, Math.floor(room / rowHeight) - 1), reveal };
}
