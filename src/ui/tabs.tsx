import { type KeyboardEvent as KeyPress, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useFadedEdge } from "./use-faded-edge.ts";

/** Sent to a list of tabs, it has every view mounted: whoever reads a page as a whole needs those nobody opened yet. */
export const OPEN_VIEWS = "open-views";

export interface TabItem<T extends string> {
  id: T;
  label: string;
  content: ReactNode;
  disabled?: boolean;
}

export interface TabsProps<T extends string> {
  /** Says what the tabs switch: "GARCH model views". */
  label: string;
  tabs: readonly TabItem<T>[];
  selected: T;
  onSelect: (id: T) => void;
  /** Alt+1…9 choose a tab. Only for the one set of tabs of a screen. */
  keys?: boolean;
  /** What stands around the panels whichever is shown: a rail, say, which is then mounted once and not once a view. */
  frame?: (panels: ReactNode) => ReactNode;
}

/**
 * Tabs after the ARIA pattern: arrows, Home and End move and choose. Panels stay mounted once they were opened, so nothing typed in one is
 * lost by looking at another. Not those of React Aria: they look for something to focus in the panel after every rendering, for which the
 * browser must lay out the whole screen in the middle of a commit (29 of the 82 ms a new GARCH fit took to appear).
 */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, keys = true, frame = (panels) => panels }: TabsProps<T>) {
  const [opened, setOpened] = useState<readonly T[]>([selected]);
  if (!opened.includes(selected)) setOpened([...opened, selected]);
  const latest = useRef({ tabs, onSelect });
  useEffect(() => {
    latest.current = { tabs, onSelect };
  });
  useEffect(() => {
    if (!keys) return;
    const choose = (event: KeyboardEvent) => {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (!event.altKey || event.ctrlKey || event.metaKey || !digit) return;
      const tab = latest.current.tabs[Number(digit) - 1];
      if (!tab || tab.disabled) return;
      event.preventDefault();
      latest.current.onSelect(tab.id);
    };
    document.addEventListener("keydown", choose);
    return () => document.removeEventListener("keydown", choose);
  }, [keys]);
  // A view that goes may take the focus with it; then it is on the tab of the view that came, not nowhere.
  const root = useRef<HTMLDivElement>(null);
  const shownBefore = useRef(selected);
  useEffect(() => {
    if (shownBefore.current === selected) return;
    shownBefore.current = selected;
    // The browser takes the focus out of a hidden view when it next draws, so this looks one frame later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        root.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [selected]);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    const openAll = () => setOpened((before) => [...new Set([...before, ...latest.current.tabs.map((tab) => tab.id)])]);
    element?.addEventListener(OPEN_VIEWS, openAll);
    return () => element?.removeEventListener(OPEN_VIEWS, openAll);
  }, []);
  const { edge, look } = useFadedEdge(list);
  // Where the tabs do not all fit, the chosen one is brought into view; the page stays where it is.
  useEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>(`[data-tab="${selected}"]`);
    if (!row || !chosen) return;
    const { left, right } = chosen.getBoundingClientRect();
    const frame = row.getBoundingClientRect();
    if (right > frame.right) row.scrollLeft += right - frame.right;
    if (left < frame.left) row.scrollLeft -= frame.left - left;
  }, [selected]);
  const move = (event: KeyPress) => {
    const open = tabs.filter((tab) => !tab.disabled);
    const at = open.findIndex((tab) => tab.id === selected);
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: open.length - 1 };
    const place = places[event.key];
    if (place === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const next = open[(place + open.length) % open.length];
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  const panels = tabs.map((tab) =>
    opened.includes(tab.id) ? (
      <div
        key={tab.id}
        id={`${id}-${tab.id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${tab.id}`}
        inert={tab.id !== selected}
        className={tab.id === selected ? "" : "hidden"}
      >
        {tab.content}
      </div>
    ) : null,
  );
  return (
    <div ref={root}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        onScroll={look}
        {...edge}
        className="mt-3.5 mb-4 flex gap-5 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {tabs.map((tab, index) => (
          <button
            type="button"
            role="tab"
            key={tab.id}
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={opened.includes(tab.id) ? `${id}-${tab.id}-panel` : undefined}
            aria-keyshortcuts={keys && index < 9 ? `Alt+${index + 1}` : undefined}
            disabled={tab.disabled}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className="cursor-default whitespace-nowrap py-2 text-muted -outline-offset-2 hover:text-text disabled:opacity-50 aria-selected:font-[550] aria-selected:text-text aria-selected:shadow-[inset_0_-2px_var(--accent)]"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {frame(panels)}
    </div>
  );
}
