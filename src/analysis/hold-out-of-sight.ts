import { startTransition } from "react";
import { type Hold, hold } from "../ui/held.tsx";

/** How near a part may come to what is in sight before it is drawn, in CSS pixels: who scrolls to it finds it as it should be. */
const MARGIN = 120;
/** Where the hand is. */
const HAND = "[data-hand]";

/** As the observer sees it, which tells a frame later. A view that is not chosen has no size. */
function isInSight(part: Element): boolean {
  const { width, top, bottom } = part.getBoundingClientRect();
  return width > 0 && bottom > -MARGIN && top < innerHeight + MARGIN;
}

/**
 * Holds what need not follow the hand: parts of the results nobody sees, settings, and buttons. A part that comes into sight is drawn at
 * once, all others when it is over.
 * @returns what ends it
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
