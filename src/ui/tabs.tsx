import { type ReactNode, useEffect, useRef, useState } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";

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
}

/** Panels stay mounted once they were opened, so nothing typed in one is lost by looking at another. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, keys = true }: TabsProps<T>) {
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
  const choose = (key: unknown) => {
    const tab = tabs.find((candidate) => candidate.id === key);
    if (tab) onSelect(tab.id);
  };
  return (
    <AriaTabs ref={root} selectedKey={selected} onSelectionChange={choose}>
      <TabList aria-label={label} className="mt-3.5 mb-4 flex gap-5 overflow-x-auto border-line border-b [scrollbar-width:none]">
        {tabs.map((tab, index) => (
          <Tab
            key={tab.id}
            id={tab.id}
            isDisabled={tab.disabled}
            aria-keyshortcuts={keys && index < 9 ? `Alt+${index + 1}` : undefined}
            className="cursor-default whitespace-nowrap py-2 text-muted -outline-offset-2 hover:text-text selected:font-[550] selected:text-text selected:shadow-[inset_0_-2px_var(--accent)] disabled:opacity-50"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {/* Hidden by its own state: the attribute `inert` also stands on everything behind an open dialog. */}
      {tabs.map((tab) => (
        <TabPanel
          key={tab.id}
          id={tab.id}
          shouldForceMount={opened.includes(tab.id)}
          className={({ isInert }) => (isInert ? "hidden" : "")}
        >
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
