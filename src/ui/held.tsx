import { type ReactNode, type RefObject, useRef, useState } from "react";

/**
 * Whether a part of the page keeps what it shows; `draw`, given anything new, has it show what it should once that is over. Without a
 * part it is something to press, which nobody does with a hand that is elsewhere.
 */
export type Hold = (draw: (fresh: object) => void, part: Element | null) => boolean;

/** Set while a hand moves over a series and results follow it. */
export const hold: { on?: Hold } = {};

/** What a part of the page shows, which may be held: `draw` is not even asked then. */
export function useHeld(draw: (part: RefObject<null>) => ReactNode): ReactNode {
  const [, again] = useState({});
  const part = useRef(null);
  const shown = useRef<ReactNode>(null);
  if (!shown.current || !hold.on?.(again, part.current)) shown.current = draw(part);
  return shown.current;
}

/** Something to press. */
export const Held = ({ children }: { children: ReactNode }): ReactNode => useHeld(() => children);

/** A part that is held as a whole, also what would come and go in it. */
export const HeldPart = ({ className, children }: { className: string; children: ReactNode }): ReactNode =>
  useHeld((part) => (
    <div ref={part} className={className}>
      {children}
    </div>
  ));
