import { useAtom } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { useEffect } from "react";
import type { SidebarGroup } from "../routes.ts";

interface SidebarState {
  collapsed: boolean;
  open: SidebarGroup[];
}

const sidebarAtom = atomWithStorage<SidebarState>("prospect.sidebar", { collapsed: false, open: ["Core"] }, undefined, { getOnInit: true });

/** What is open and whether the sidebar is a strip of icons; kept on the device. The group of the current screen opens by itself. */
export function useSidebar(currentGroup: SidebarGroup | undefined) {
  const [stored, setState] = useAtom(sidebarAtom);
  const collapsed = stored.collapsed === true;
  const open = Array.isArray(stored.open) ? stored.open : [];
  useEffect(() => {
    if (!currentGroup) return;
    setState((now) => {
      const groups = Array.isArray(now.open) ? now.open : [];
      return groups.includes(currentGroup) ? now : { ...now, open: [...groups, currentGroup] };
    });
  }, [currentGroup, setState]);
  const toggleGroup = (group: SidebarGroup) =>
    setState({ collapsed, open: open.includes(group) ? open.filter((other) => other !== group) : [...open, group] });
  const toggleCollapsed = () => setState({ collapsed: !collapsed, open });
  return { collapsed, open, toggleGroup, toggleCollapsed };
}
