import { useLayoutEffect } from "react";
import type { Count, Millis } from "../../../workers/contract";
import { DIALOGS } from "../../lib/floats.ts";
import { KeptPlaces, placeKey } from "../../lib/kept-places.ts";
import { useLatest } from "../../ui/use-latest.ts";

const MAX_KEPT: Count = 40;
/** A result that has not become as tall again by then looks different now. */
const PATIENCE: Millis = 10_000;
/** Charts and tables above may still come to their height for so long after the page is tall enough. */
const SETTLES: Millis = 1500;
/** Somebody scrolls by hand, and has pressed nothing since: the page is theirs. The shell marks it. */
const SCROLLING = "data-scrolling";

const kept = new KeptPlaces(() => localStorage, "prospect.scroll", 2, MAX_KEPT);
addEventListener("pagehide", kept.write);

/** One view of one result: the tab that is looked at is part of it. */
const viewOf = (result: string): string => placeKey(location.pathname, new URLSearchParams(location.search).get("tab") ?? "", result);

/** Whoever writes keeps the field in sight, and whoever reads a dialog the page behind it. */
const isElsewhere = (): boolean =>
  document.documentElement.hasAttribute(SCROLLING) ||
  document.querySelector(DIALOGS) !== null ||
  (document.activeElement?.matches("input, textarea, [contenteditable]") ?? false);

/** Brings the page to a height as soon as it is tall enough, and again until what is above has settled or the focus moves. @returns what ends it */
function bringTo(top: number, onEnd: () => void): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    observer.disconnect();
    clearTimeout(settling);
    clearTimeout(patience);
    onEnd();
  };
  const focused = document.activeElement;
  // Nothing has it where what had it is gone.
  const hasMoved = () => document.activeElement !== focused && document.activeElement !== document.body;
  const look = () => {
    if (isElsewhere() || hasMoved()) return end();
    if (document.documentElement.scrollHeight - innerHeight < top) return;
    scrollTo({ top, behavior: "instant" });
    settling ??= setTimeout(end, SETTLES);
  };
  const observer = new ResizeObserver(look);
  const patience = setTimeout(end, PATIENCE);
  observer.observe(document.body);
  return end;
}

/**
 * Comes back to where a result was read, once the same one is shown again: after a reload, or on another day.
 * @param result a key of what it was made from, and how; asked for with every scroll event
 */
export function useScrollReturn(result: () => string): void {
  const latest = useLatest(result);
  useLayoutEffect(() => {
    const [top, width] = kept.find(viewOf(latest.current())) ?? [0, 0];
    let returning = top > 0 && width === innerWidth;
    const end = returning
      ? bringTo(top, () => {
          returning = false;
        })
      : undefined;
    const keep = () => {
      if (!returning) kept.keep(viewOf(latest.current()), scrollY > 0 ? [scrollY, innerWidth] : null);
    };
    addEventListener("scroll", keep, { passive: true });
    return () => {
      removeEventListener("scroll", keep);
      end?.();
    };
  }, [latest]);
}
