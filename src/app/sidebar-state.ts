import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { DeviceText } from "../lib/device-text.ts";
import type { SidebarGroup } from "../routes.ts";
import { sourceAtom } from "../state/source-atom";

interface SidebarState {
  collapsed: boolean;
  open: SidebarGroup[];
}

const kept = new DeviceText(() => localStorage, "prospect.sidebar");

/** The stored state; invalid values are dropped. */
function read(): SidebarState {
  const text = kept.text();
  if (text === null) return { collapsed: false, open: ["Core"] };
  try {
    const stored: Partial<SidebarState> | null = JSON.parse(text);
    return { collapsed: stored?.collapsed === true, open: Array.isArray(stored?.open) ? stored.open : [] };
  } catch {
    return { collapsed: false, open: [] };
  }
}

const sidebarAtom = sourceAtom({ read, subscribe: kept.subscribe });
const keep = (state: SidebarState) => kept.keep(JSON.stringify(state));

export interface SidebarControl extends SidebarState {
  toggleGroup: (group: SidebarGroup) => void;
  toggleCollapsed: () => void;
}

/**
 * Which groups are open and whether the sidebar is collapsed; stored on the device. The group of the current screen opens automatically.
 */
export function useSidebar(currentGroup: SidebarGroup | undefined): SidebarControl {
  const { collapsed, open } = useAtomValue(sidebarAtom);
  useEffect(() => {
    if (!currentGroup) return;
    const before = read();
    if (!before.open.includes(currentGroup)) keep({ ...before, open: [...before.open, currentGroup] });
  }, [currentGroup]);
  const toggleGroup = (group: SidebarGroup) =>
    keep({ collapsed, open: open.includes(group) ? open.filter((other) => other !== group) : [...open, group] });
  const toggleCollapsed = () => keep({ collapsed: !collapsed, open });
  return { collapsed, open, toggleGroup, toggleCollapsed };
}
