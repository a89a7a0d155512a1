import { type ReactElement, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { onDemand } from "./on-demand.ts";
import type { TooltipBoxProps } from "./tooltip-box.tsx";
import { useStable } from "./use-latest.ts";

interface TooltipProps {
  /** A few words; must not be the only place for essential information. */
  text: ReactNode;
  /** A focusable element: a link or a button. */
  children: ReactElement;
  placement?: "right" | "top" | "bottom" | "left";
  disabled?: boolean;
}

/** Delay before a hovered tooltip opens; for half a second after one has closed the next opens at once. In milliseconds. */
const REST = 400;
const WARM = 500;
let closedAt = Number.NEGATIVE_INFINITY;

const box = onDemand<TooltipBoxProps>(async () => (await import("./tooltip-box.tsx")).TooltipBox);

/** Whether the content of `place` has been hovered for a while, or has keyboard focus. Ends on press, leave and Esc. */
function useAttention(place: RefObject<HTMLElement | null>): [attended: boolean, attend: (attended: boolean) => void] {
  const [attended, setAttended] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let timer = 0;
    const end = () => {
      clearTimeout(timer);
      setAttended(false);
    };
    const enter = ({ pointerType }: PointerEvent) => {
      if (pointerType === "touch") return;
      box.prepare();
      timer = window.setTimeout(() => setAttended(true), performance.now() - closedAt < WARM ? 0 : REST);
    };
    const focus = ({ target }: FocusEvent) => {
      box.prepare();
      if (target instanceof Element && target.matches(":focus-visible")) setAttended(true);
    };
    const listening = new AbortController();
    const { signal } = listening;
    // The wrapper has no box of its own, so its child is observed.
    element.addEventListener("pointerenter", enter, { signal });
    element.addEventListener("focusin", focus, { signal });
    for (const type of ["pointerleave", "pointerdown", "focusout"] as const) element.addEventListener(type, end, { signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [place]);
  useEffect(() => {
    if (!attended) return;
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setAttended(false);
    };
    // In the capture phase: before a dialog or the screen handles the key.
    document.addEventListener("keydown", dismiss, { capture: true });
    return () => document.removeEventListener("keydown", dismiss, { capture: true });
  }, [attended]);
  return [attended, setAttended];
}

export function Tooltip({ text, children, placement = "top", disabled }: TooltipProps) {
  const place = useRef<HTMLSpanElement>(null);
  const target = useRef<HTMLElement>(null);
  const [attended, attend] = useAttention(place);
  const open = attended && !disabled;
  const close = useStable(() => attend(false));
  const stay = useStable(() => attend(true));
  const Box = box.usePart(open, close);
  const id = useId();
  const shown = open && Box !== null;
  useEffect(() => {
    const element = place.current?.firstElementChild;
    if (!shown || !element) return;
    element.setAttribute("aria-describedby", id);
    return () => {
      closedAt = performance.now();
      element.removeAttribute("aria-describedby");
    };
  }, [shown, id]);
  return (
    <>
      <span
        ref={(element) => {
          place.current = element;
          target.current = element?.firstElementChild instanceof HTMLElement ? element.firstElementChild : null;
        }}
        className="contents"
      >
        {children}
      </span>
      {open && Box ? (
        <Box id={id} target={target} placement={placement} onOpen={stay} onClose={close}>
          {text}
        </Box>
      ) : null}
    </>
  );
}
