import { useAtom } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { useEffect } from "react";
import type { SidebarGroup } from "../routes.ts";

interface SidebarState {
  collapsed: boolean;
  open: SidebarGroup[];
}

const sidebarAtom = atomWithStorage<SidebarState>("prospect.sidebar", { collapsed: false, open: ["Core"] }, undefined, { getOnInit: true });

/** What was stored, as far as it makes sense. */
function checked(stored: Partial<SidebarState> | null): SidebarState {
  return { collapsed: stored?.collapsed === true, open: Array.isArray(stored?.open) ? stored.open : [] };
}

export interface SidebarControl extends SidebarState {
  toggleGroup: (group: SidebarGroup) => void;
  toggleCollapsed: () => void;
}

/** What is open and whether the sidebar is a strip of icons; kept on the device. The group of the current screen opens by itself. */
export function useSidebar(currentGroup: SidebarGroup | undefined): SidebarControl {
  const [stored, setState] = useAtom(sidebarAtom);
  const { collapsed, open } = checked(stored);
  useEffect(() => {
    if (!currentGroup) return;
    setState((now) => {
      const before = checked(now);
      return before.open.includes(currentGroup) ? now : { ...before, open: [...before.open, currentGroup] };
    });
  }, [currentGroup, setState]);
  const toggleGroup = (group: SidebarGroup) =>
    setState({ collapsed, open: open.includes(group) ? open.filter((other) => other !== group) : [...open, group] });
  const toggleCollapsed = () => setState({ collapsed: !collapsed, open });
  return { collapsed, open, toggleGroup, toggleCollapsed };
}
