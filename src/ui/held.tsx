import { type ReactNode, type RefObject, useRef, useState } from "react";

/**
 * Whether a part of the page keeps showing what it has; `draw`, called with a new object, re-renders it afterwards. Null for controls:
 * nobody presses one while dragging elsewhere.
 */
export type Hold = (draw: (fresh: object) => void, part: Element | null) => boolean;

/** Set while the user drags over a series and results follow. */
export const hold: { on?: Hold } = {};

/** Renders part of a page unless it is held: then `draw` is not even called. */
export function useHeld(draw: (part: RefObject<null>) => ReactNode): ReactNode {
  const [, again] = useState({});
  const part = useRef(null);
  const shown = useRef<ReactNode>(null);
  if (!shown.current || !hold.on?.(again, part.current)) shown.current = draw(part);
  return shown.current;
}

/** A control. */
export const Held = ({ children }: { children: ReactNode }): ReactNode => useHeld(() => children);

/** A part that is held as a whole, including content that would appear or disappear in it. */
export const HeldPart = ({ className, children }: { className: string; children: ReactNode }): ReactNode =>
  useHeld((part) => (
    <div ref={part} className={className}>
      {children}
    </div>
  ));
