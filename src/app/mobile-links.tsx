import { type RefObject, useEffect } from "react";
import { type MobileGroup, type Screen, screens } from "../routes.ts";
import { RouteLink } from "./route-link.tsx";

const GROUPS: readonly MobileGroup[] = ["Core", "Analysis", "Models", "Tools"];

interface MobileLinksProps {
  here: Screen | undefined;
  /** Contains button and links: a click outside closes the menu. */
  box: RefObject<HTMLElement | null>;
  /** Receives focus after Esc. */
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The links of the mobile menu, in groups. */
export function MobileLinks({ here, box, button, onClose }: MobileLinksProps) {
  useEffect(() => {
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onClose();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      onClose();
      button.current?.focus();
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key);
    };
  }, [box, button, onClose]);
  return (
    <nav
      id="mobile-menu"
      aria-label="Menu"
      className="absolute inset-x-0 top-12 grid max-h-[calc(100dvh-48px)] grid-cols-2 gap-x-4 gap-y-3 overflow-y-auto border-line border-b bg-surface p-4 md:grid-cols-4"
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
                    onClick={onClose}
                    className="flex min-h-9 flex-wrap items-center gap-x-2 rounded-[6px] px-2 text-muted aria-[current]:bg-accent-soft aria-[current]:text-text"
                  />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
