import { Outlet, useLocation, useNavigate, useRouterState } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Fragment, Suspense, useEffect, useState } from "react";
import { whenIdle } from "../lib/when-idle.ts";
import { screenAt } from "../routes.ts";
import { inputReturnsAtom } from "../state/screen-inputs";
import { deferred } from "../ui/deferred.ts";
import { type Overlay, Overlays, type ShellAction } from "./overlays.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";
import { Toasts } from "./toasts.tsx";
import { TopBar } from "./top-bar.tsx";
import { useArrival } from "./use-arrival.ts";
import { useSearchKey } from "./use-search-key.ts";
import type { ShortcutActions } from "./use-shortcuts.ts";

const BackgroundServices = deferred(async () => (await import("./background-services.tsx")).BackgroundServices);
const UnreadMark = deferred(async () => (await import("./unread-mark.tsx")).UnreadMark);

/** True once the first screen has been rendered and the browser is idle. */
function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => whenIdle(() => setQuiet(true)), []);
  return quiet;
}

export function Shell() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const asked = useLocation({ select: (location) => location.pathname });
  const loading = useRouterState({ select: (state) => state.status === "pending" });
  const navigate = useNavigate();
  const returns = useAtomValue(inputReturnsAtom);
  const sidebar = useSidebar(screenAt(asked)?.group);
  // An overlay belongs to the URL it was opened at: navigation closes it.
  const [floating, setFloating] = useState<{ at: string; overlay: Overlay } | null>(null);
  const [noticesAt, setNoticesAt] = useState<string | null>(null);
  const show = (overlay: Overlay | null) => setFloating(overlay && { at: asked, overlay });
  const act = (action: ShellAction) => (action === "sidebar" ? sidebar.toggleCollapsed() : setNoticesAt(asked));
  useSearchKey(() => show({ kind: "search" }));
  const shortcuts: ShortcutActions = {
    do: (id) => (id === "search" || id === "keyboard" ? show({ kind: id }) : act(id)),
    go: (place) => void navigate({ to: place }),
  };
  useArrival(pathname);
  const quiet = useQuiet();
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[48px_1fr] lg:grid-cols-[auto_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-1 left-1 z-70 -translate-y-20 rounded-[6px] border border-line-strong bg-raised px-3 py-2 focus:translate-y-0"
      >
        Skip to content
      </a>
      {loading ? <LoadingBar /> : null}
      <TopBar
        pathname={asked}
        onSearch={() => show({ kind: "search" })}
        notices={{
          open: noticesAt === asked,
          onOpen: (open) => setNoticesAt(open ? asked : null),
          mark: quiet ? (
            <Suspense>
              <UnreadMark />
            </Suspense>
          ) : null,
        }}
      />
      <Sidebar here={screenAt(asked)} sidebar={sidebar} />
      <main id="main" tabIndex={-1} className="min-w-0 px-4 pt-4 pb-[calc(40px+env(safe-area-inset-bottom))] md:px-6 md:pt-5">
        <Fragment key={returns}>
          <Outlet />
        </Fragment>
      </main>
      <Overlays overlay={floating?.at === asked ? floating.overlay : null} show={show} act={act} />
      {quiet ? (
        <Suspense>
          <BackgroundServices shortcuts={shortcuts} />
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
