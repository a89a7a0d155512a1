import { Outlet, useLocation, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect, useRef, useState } from "react";
import { screenAt } from "../routes.ts";
import { announce } from "../ui/announcer.ts";
import { deferred } from "../ui/deferred.ts";
import { Sidebar } from "./sidebar.tsx";
import { Toasts } from "./toasts.tsx";
import { TopBar } from "./top-bar.tsx";
import { useNotices } from "./use-notices.ts";
import { usePaletteKeys } from "./use-palette-keys.ts";

const Palette = deferred(async () => (await import("./palette.tsx")).Palette);

/** Title, canonical link, focus and announcement after each navigation. */
function useArrival(pathname: string) {
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    const screen = screenAt(pathname);
    const title = screen?.title ?? "Page Not Found";
    document.title = `${title} · Prospect`;
    let link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (!link) {
      link = document.createElement("link");
      link.rel = "canonical";
      document.head.append(link);
    }
    link.href = new URL(screen?.paths[0] ?? pathname, window.location.origin).href;
    // The first page of a visit keeps the browser's own focus; later ones start at their heading.
    if (arrived.current !== null && arrived.current !== pathname) {
      const main = document.getElementById("main");
      (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
      announce(title);
    }
    arrived.current = pathname;
  }, [pathname]);
}

export function Shell() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const asked = useLocation({ select: (location) => location.pathname });
  const loading = useRouterState({ select: (state) => state.status === "pending" });
  const [palette, setPalette] = useState(false);
  usePaletteKeys(() => setPalette(true));
  useArrival(pathname);
  useNotices();
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[48px_1fr] lg:grid-cols-[auto_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-1 left-1 z-70 -translate-y-20 rounded-[6px] border border-line-strong bg-raised px-3 py-2 focus:translate-y-0"
      >
        Skip to content
      </a>
      {loading ? <LoadingBar /> : null}
      <TopBar pathname={asked} onSearch={() => setPalette(true)} />
      <Sidebar pathname={asked} />
      <main id="main" tabIndex={-1} className="min-w-0 px-4 pt-4 pb-10 md:px-6 md:pt-5">
        <Outlet />
      </main>
      {palette ? (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      ) : null}
      <Toasts />
    </div>
  );
}

function LoadingBar() {
  return (
    <div role="progressbar" aria-label="Loading page" className="fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      <div className="h-full w-2/5 motion-safe:animate-[slide_1s_ease-in-out_infinite] bg-accent" />
    </div>
  );
}
