import { Menu as MenuIcon, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type MobileGroup, screenAt, screens } from "../routes.ts";
import { RouteLink } from "./route-link.tsx";

const GROUPS: readonly MobileGroup[] = ["Core", "Analysis", "Models", "Tools"];

/** The menu of narrow windows. Closes on choosing a link, on any change of address, on Esc and on a press outside. */
export function MobileMenu({ pathname }: { pathname: string }) {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openAt === pathname;
  const here = screenAt(pathname);
  const Icon = open ? X : MenuIcon;
  useEffect(() => {
    if (!open) return;
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpenAt(null);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpenAt(null);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key);
    };
  }, [open]);
  return (
    <div ref={box} className="lg:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="mobile-menu"
        aria-label="Menu"
        onClick={() => setOpenAt(open ? null : pathname)}
        className="-ml-1.5 grid size-[30px] place-items-center rounded-[6px] text-muted hover:text-text"
      >
        <Icon aria-hidden="true" size={18} />
      </button>
      <nav
        id="mobile-menu"
        aria-label="Menu"
        hidden={!open}
        className="absolute inset-x-0 top-12 grid max-h-[calc(100dvh-48px)] grid-cols-2 gap-x-4 gap-y-3 overflow-y-auto border-line border-b bg-surface p-4 md:grid-cols-4 [&[hidden]]:hidden"
      >
        {GROUPS.map((group) => (
          <div key={group}>
            <p id={`mobile-${group}`} className="mb-1 px-2 font-[550] text-faint text-small">
              {group}
            </p>
            <ul aria-labelledby={`mobile-${group}`}>
              {screens
                .filter((screen) => screen.mobile === group)
                .map((screen) => (
                  <li key={screen.paths[0]}>
                    <RouteLink
                      screen={screen}
                      current={here === screen}
                      onClick={() => setOpenAt(null)}
                      className="flex min-h-9 flex-wrap items-center gap-x-2 rounded-[6px] px-2 text-muted aria-[current]:bg-accent-soft aria-[current]:text-text"
                    />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
