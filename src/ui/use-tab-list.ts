import { type RefObject, useEffect, useRef } from "react";

type Element = RefObject<HTMLElement | null>;

interface Choice<Id> {
  id: Id;
  disabled?: boolean;
}

/** Alt+1…9 select a tab. Resubscribes after each render, so that it uses the latest tabs. */
export function useNumberKeys<Id>(on: boolean, tabs: readonly Choice<Id>[], choose: (id: Id) => void): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (!event.altKey || event.ctrlKey || event.metaKey || !digit) return;
      const tab = tabs[Number(digit) - 1];
      if (!tab || tab.disabled) return;
      event.preventDefault();
      choose(tab.id);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

/** If a view that disappears had the focus, it moves to the tab of the new view. */
export function useFocusKept(root: Element, selected: string): void {
  const shownBefore = useRef(selected);
  useEffect(() => {
    if (shownBefore.current === selected) return;
    shownBefore.current = selected;
    // The browser removes focus from a hidden view at its next paint, so this checks one frame later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        root.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [root, selected]);
}

/** If the tabs do not all fit, the selected one is scrolled into view; the page does not scroll. */
export function useInView(list: Element, selected: string): void {
  useEffect(() => {
    // In the next frame, which lays out the page anyway; at once, the browser would lay out a screen that has just been put in.
    const next = requestAnimationFrame(() => {
      const row = list.current;
      const chosen = row?.querySelector<HTMLElement>(`[data-tab="${selected}"]`);
      if (!row || !chosen) return;
      const { left, right } = chosen.getBoundingClientRect();
      const frame = row.getBoundingClientRect();
      if (right > frame.right) row.scrollLeft += right - frame.right;
      if (left < frame.left) row.scrollLeft -= frame.left - left;
    });
    return () => cancelAnimationFrame(next);
  }, [list, selected]);
}
