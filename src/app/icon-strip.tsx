import { Link } from "@tanstack/react-router";
import { menuLabel, type Screen } from "../routes.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { screenIcons } from "./screen-icons.ts";
import { GROUPS, members } from "./sidebar.tsx";

/** The collapsed sidebar: one icon per screen, with its name on hover and focus. */
export function IconStrip({ here }: { here: Screen | undefined }) {
  return GROUPS.map((group) => (
    <ul
      key={group}
      aria-label={group}
      className="flex flex-col items-center gap-0.5 border-line border-b py-1 first:pt-0 last-of-type:border-b-0"
    >
      {members(group).map((screen) => {
        const Icon = screen.icon && screenIcons[screen.icon];
        return (
          <li key={screen.paths[0]}>
            <Tooltip text={menuLabel(screen)} placement="right">
              <Link
                to={screen.paths[0]}
                aria-label={menuLabel(screen)}
                aria-current={here === screen ? "page" : undefined}
                className="grid size-7 place-items-center rounded-[6px] text-muted hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-text"
              >
                {Icon ? <Icon aria-hidden="true" size={16} strokeWidth={1.6} /> : menuLabel(screen).slice(0, 2)}
              </Link>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  ));
}
