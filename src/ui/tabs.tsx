import { type KeyboardEvent as KeyPress, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useFadedEdge } from "./use-faded-edge.ts";
import { useFocusKept, useInView, useNumberKeys } from "./use-tab-list.ts";

/** Event sent to a tab list to mount all its views: exports of the whole page also need those not opened yet. */
export const OPEN_VIEWS = "open-views";

export interface TabItem<T extends string> {
  id: T;
  label: string;
  content: ReactNode;
  disabled?: boolean;
}

interface TabsProps<T extends string> {
  /** Accessible name of the tab list: "GARCH model views". */
  label: string;
  tabs: readonly TabItem<T>[];
  selected: T;
  onSelect: (id: T) => void;
  /** Alt+1…9 select a tab. For one tab list per screen only. */
  keys?: boolean;
  /** Wrapper around the panels, such as a rail: it is then mounted once, not once per view. */
  frame?: (panels: ReactNode) => ReactNode;
}

/** Resubscribes after each render, at almost no cost, so that it sees the latest tabs. */
function useOpenViews(list: RefObject<HTMLElement | null>, openAll: () => void): void {
  useEffect(() => {
    const element = list.current;
    element?.addEventListener(OPEN_VIEWS, openAll);
    return () => element?.removeEventListener(OPEN_VIEWS, openAll);
  });
}

/**
 * Tabs after the ARIA pattern: arrows, Home and End move and select. Panels stay mounted once opened, so that input is not lost by viewing
 * another tab. Not from React Aria, which searches the panel for focusable elements after every render: this forces layout of the whole
 * screen in the middle of a commit (29 of the 82 ms a new GARCH fit took to appear).
 */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, keys = true, frame = (panels) => panels }: TabsProps<T>) {
  const [opened, setOpened] = useState<readonly T[]>([selected]);
  if (!opened.includes(selected)) setOpened([...opened, selected]);
  const [root, list] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useNumberKeys(keys, tabs, onSelect);
  useFocusKept(root, selected);
  useInView(list, selected);
  useOpenViews(list, () => setOpened(tabs.map((tab) => tab.id)));
  const id = useId();
  const { edge, look } = useFadedEdge(list);
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
      <div className="mt-3.5 mb-4 border-line border-b">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          onScroll={look}
          {...edge}
          className="tab-labels -mx-1 flex gap-3 max-sm:gap-2"
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
              className="tab-label cursor-default whitespace-nowrap py-2 pointer-coarse:py-2.5 text-muted -outline-offset-2 hover:text-text disabled:opacity-50 aria-selected:font-[550] aria-selected:text-text"
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      {frame(panels)}
    </div>
  );
}
