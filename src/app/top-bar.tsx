import { Search } from "lucide-react";
import { screenAt, screens } from "../routes.ts";
import { Button } from "../ui/button.tsx";
import { Brand } from "./brand.tsx";
import { COMMAND_KEY } from "./command-key.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { type NoticesControl, NotificationBell } from "./notification-bell.tsx";
import { RouteLink } from "./route-link.tsx";
import { UserMenu } from "./user-menu.tsx";

/** Id of the element for the privacy meter. */
export const METER_PLACE = "privacy-meter";
export const SEARCH_HINT = "Search tools and models...";

interface TopBarProps {
  pathname: string;
  onSearch: () => void;
  notices: NoticesControl;
}

export function TopBar({ pathname, onSearch, notices }: TopBarProps) {
  const here = screenAt(pathname);
  return (
    <header className="sticky top-0 z-40 col-span-full flex h-12 items-center gap-3 border-line border-b bg-surface px-4 lg:gap-6">
      <MobileMenu pathname={pathname} />
      <Brand />
      <nav aria-label="Main" className="hidden gap-4.5 lg:flex">
        {screens
          .filter((screen) => screen.top)
          .map((screen) => (
            <RouteLink
              key={screen.paths[0]}
              screen={screen}
              current={here === screen}
              className="flex h-12 items-center gap-1.5 whitespace-nowrap text-muted -outline-offset-4 hover:text-text aria-[current]:text-text aria-[current]:shadow-[inset_0_-2px_var(--accent)]"
            />
          ))}
      </nav>
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K /"
        className="ml-auto hidden h-[30px] w-[24rem] min-w-32 shrink items-center gap-2 rounded-[6px] border border-line bg-bg pr-2 pl-2.5 text-left text-faint hover:border-line-strong md:flex"
      >
        <span className="truncate">{SEARCH_HINT}</span>
        <span aria-hidden="true" className="keycap ml-auto shrink-0 border-line bg-surface text-muted">
          {COMMAND_KEY} K
        </span>
      </button>
      <span className="ml-auto md:hidden">
        <Button kind="quiet" square aria-label={SEARCH_HINT} onPress={onSearch}>
          <Search aria-hidden="true" size={16} />
        </Button>
      </span>
      <div className="flex shrink-0 items-center gap-2">
        {/* Space reserved for the privacy meter, so that nothing moves when it loads. */}
        <div id={METER_PLACE} className="w-[30px] xl:w-24" />
        <NotificationBell {...notices} />
        <UserMenu pathname={pathname} />
      </div>
    </header>
  );
}
