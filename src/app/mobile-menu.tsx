import { Menu as MenuIcon, X } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { screenAt } from "../routes.ts";
import { deferred } from "../ui/deferred.ts";

const MobileLinks = deferred(async () => (await import("./mobile-links.tsx")).MobileLinks);

/** The menu of narrow windows. Closes when a link is chosen, the URL changes, on Esc and on a click outside. */
export function MobileMenu({ pathname }: { pathname: string }) {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openAt === pathname;
  const Icon = open ? X : MenuIcon;
  return (
    <div ref={box} className="lg:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? "mobile-menu" : undefined}
        aria-label="Menu"
        onClick={() => setOpenAt(open ? null : pathname)}
        className="-ml-1.5 grid size-[30px] place-items-center rounded-[6px] text-muted hover:text-text"
      >
        <Icon aria-hidden="true" size={18} />
      </button>
      {open ? (
        <Suspense>
          <MobileLinks here={screenAt(pathname)} box={box} button={button} onClose={() => setOpenAt(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}
