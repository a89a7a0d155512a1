import { startTransition } from "react";
import { type Hold, hold } from "../ui/held.tsx";

/** Distance from the viewport at which a part is rendered, in CSS pixels, so that it is current when scrolled to. */
const MARGIN = 120;
/** Marks the control being dragged. */
const HAND = "[data-hand]";

/** Same criterion as the observer, which reports a frame later. An unselected view has no size. */
function isInSight(part: Element): boolean {
  const { width, top, bottom } = part.getBoundingClientRect();
  return width > 0 && bottom > -MARGIN && top < innerHeight + MARGIN;
}

/**
 * Suspends rendering of what need not be updated during a drag: parts of the results out of view, settings, and buttons. A part scrolled
 * into view is rendered at once, all others at the end.
 * @returns a function that ends it
 */
export function holdOutOfSight(): () => void {
  const inSight = new Map<Element, boolean>();
  const held = new Map<Parameters<Hold>[0], Element | null>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) inSight.set(target, isIntersecting);
      startTransition(() => {
        for (const [draw, part] of held) {
          if (part && isFree(part)) draw({});
        }
      });
    },
    { rootMargin: `${MARGIN}px` },
  );
  const isFree = (part: Element): boolean => (part.closest("aside") ? part.querySelector(HAND) !== null : inSight.get(part) === true);
  hold.on = (draw, part) => {
    if (part && !inSight.has(part)) {
      inSight.set(part, isInSight(part));
      observer.observe(part);
    }
    const free = part !== null && isFree(part);
    if (free) held.delete(draw);
    else held.set(draw, part);
    return !free;
  };
  return () => {
    hold.on = undefined;
    observer.disconnect();
    startTransition(() => {
      for (const draw of held.keys()) draw({});
    });
  };
}
