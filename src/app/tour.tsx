import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Popover } from "react-aria-components";
import { Button } from "../ui/button.tsx";
import { FLOATING } from "../ui/field.tsx";
import { TOUR_STEPS, type TourStep } from "./tour-steps";

/** Height of a step's text including margins to target and window edge, in CSS pixels. */
const WORDS = 200;

/** The first visible target that leaves room for the text; if none does, the first visible one. */
function placeOf({ places, side }: TourStep): HTMLElement | null {
  const shown = places
    .map((place) => document.querySelector<HTMLElement>(place))
    .filter((element) => element !== null)
    .filter((element) => element.getClientRects().length > 0);
  const roomy = shown.find(({ clientHeight }) => side || clientHeight + WORDS <= window.innerHeight);
  return roomy ?? shown[0] ?? null;
}

/** The target of a step, scrolled into view; searched for again while the page is still loading. */
function usePlace(step: TourStep): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(() => placeOf(step));
  useLayoutEffect(() => {
    const look = () => {
      const found = placeOf(step);
      setPlace((before) => {
        if (found && found !== before) found.scrollIntoView({ block: "center", inline: "nearest" });
        return found;
      });
    };
    placeOf(step)?.scrollIntoView({ block: "center", inline: "nearest" });
    look();
    const growing = new MutationObserver(look);
    growing.observe(document.body, { childList: true, subtree: true });
    return () => growing.disconnect();
  }, [step]);
  return place;
}

/** A frame around the target that follows it. */
function Frame({ place }: { place: HTMLElement }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let next = 0;
    const follow = () => {
      const { left, top, width, height } = place.getBoundingClientRect();
      Object.assign(frame.current?.style ?? {}, {
        transform: `translate(${left - 4}px, ${top - 4}px)`,
        width: `${width + 8}px`,
        height: `${height + 8}px`,
      });
      next = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(next);
  }, [place]);
  return (
    <div ref={frame} aria-hidden="true" className="pointer-events-none fixed top-0 left-0 z-40 rounded-[8px] border-2 border-accent" />
  );
}

/**
 * Five steps over the real screen, ended at any point by Escape, a click outside, or its button; each step is a separate dialog, so that it
 * is announced when it opens.
 */
export function Tour({ onLeave }: { onLeave: () => void }) {
  const [at, setAt] = useState(0);
  const step = TOUR_STEPS[at];
  const heading = useId();
  const place = usePlace(step);
  const trigger = useMemo(() => ({ current: place }), [place]);
  const isLast = at === TOUR_STEPS.length - 1;
  if (!place) return null;
  return (
    <>
      <Frame place={place} />
      <Popover
        key={at}
        isOpen
        onOpenChange={(open) => !open && onLeave()}
        triggerRef={trigger}
        aria-labelledby={heading}
        placement={step.side}
        offset={12}
        containerPadding={16}
        className={`${FLOATING} w-[min(23rem,92vw)]`}
      >
        <div className="p-3.5">
          <h2 id={heading} className="font-semibold text-title">
            {step.title}
          </h2>
          <p className="mt-1.5">{step.text}</p>
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <span className="mr-auto text-muted text-small">
              {at + 1} of {TOUR_STEPS.length}
            </span>
            {isLast ? null : (
              <Button size="small" kind="quiet" onPress={onLeave}>
                End the tour
              </Button>
            )}
            {at > 0 ? (
              <Button size="small" onPress={() => setAt(at - 1)}>
                Back
              </Button>
            ) : null}
            <Button size="small" kind="primary" autoFocus onPress={() => (isLast ? onLeave() : setAt(at + 1))}>
              {isLast ? "Done" : "Next"}
            </Button>
          </div>
        </div>
      </Popover>
    </>
  );
}
