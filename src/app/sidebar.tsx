import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { Suspense, useId } from "react";
import { type Screen, type SidebarGroup, screens } from "../routes.ts";
import { deferred } from "../ui/deferred.ts";
import { RouteLink } from "./route-link.tsx";
import type { SidebarControl } from "./sidebar-state.ts";

const IconStrip = deferred(async () => (await import("./icon-strip.tsx")).IconStrip);
export const GROUPS: readonly SidebarGroup[] = ["Core", "AI Models", "Risk", "Advanced Models", "Tools", "Management"];
export const members = (group: SidebarGroup): Screen[] => screens.filter((screen) => screen.group === group);

interface SidebarProps {
  here: Screen | undefined;
  sidebar: SidebarControl;
}

export function Sidebar({ here, sidebar }: SidebarProps) {
  const { collapsed, open, toggleGroup, toggleCollapsed } = sidebar;
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav
      aria-label="Tools"
      className={`sticky top-12 hidden h-[calc(100dvh-48px)] flex-col overflow-y-auto border-line border-r bg-surface px-2 pt-3 lg:flex ${collapsed ? "w-[4rem]" : "w-[16rem]"}`}
    >
      {collapsed ? (
        <Suspense>
          <IconStrip here={here} />
        </Suspense>
      ) : (
        GROUPS.map((group) => (
          <OpenGroup key={group} group={group} here={here} isOpen={open.includes(group)} onToggle={() => toggleGroup(group)} />
        ))
      )}
      <button
        type="button"
        aria-expanded={!collapsed}
        aria-label={collapsed ? "Expand sidebar" : "Collapse sidebar"}
        title={collapsed ? "Expand sidebar" : "Collapse sidebar"}
        onClick={toggleCollapsed}
        className="sticky bottom-0 mt-auto flex h-10 shrink-0 items-center justify-center bg-surface text-faint -outline-offset-4 hover:text-text"
      >
        <Icon aria-hidden="true" size={16} />
      </button>
    </nav>
  );
}

interface GroupProps {
  group: SidebarGroup;
  here: Screen | undefined;
}

function OpenGroup({ group, here, isOpen, onToggle }: GroupProps & { isOpen: boolean; onToggle: () => void }) {
  const id = useId();
  return (
    <div className="mb-1.5">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex min-h-7 w-full items-center justify-between rounded-[6px] px-2 font-[550] text-[0.885rem] text-faint hover:text-text"
      >
        {group}
        <span aria-hidden="true">{isOpen ? "–" : "+"}</span>
      </button>
      <ul id={id} hidden={!isOpen}>
        {members(group).map((screen) => (
          <li key={screen.paths[0]}>
            <RouteLink
              screen={screen}
              current={here === screen}
              className="flex h-7 items-center justify-between rounded-[6px] pr-2 pl-4 text-muted hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-[550] aria-[current]:text-text"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
