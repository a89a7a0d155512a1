import { RouterProvider } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { I18nProvider } from "react-aria-components";
import { ChartFeedProvider } from "../charts/chart-feed-provider.tsx";
import { chartFeed } from "../client/chart-feed";
import { screenAt } from "../routes.ts";
import { rememberScreen } from "../state/recent-screens";
import { lockedAtom, session } from "../state/session";
import { settingsAtom } from "../state/settings";
import { prepareAnnouncer } from "../ui/announcer.ts";
import { deferred } from "../ui/deferred.ts";
import { restartOnErasure } from "./begin-again.ts";
import { router } from "./router.tsx";

prepareAnnouncer();
restartOnErasure();

const Locked = deferred(async () => (await import("../pages/logout/locked.tsx")).Locked);

/** Entry pages, which are not reopened on the next visit. */
const PLACES_TO_START = ["/", "/dashboard", "/logout"];
router.subscribe("onResolved", ({ toLocation }) => {
  const path = screenAt(toLocation.pathname)?.paths[0];
  if (path && !PLACES_TO_START.includes(path)) rememberScreen(path);
});

/** Reopens the last screen of the workspace, except a page in `PLACES_TO_START`. */
function openWorkspace(): void {
  if (router.history.location.pathname === "/logout") router.history.replace("/dashboard");
  session.open();
}

export function App() {
  const locked = useAtomValue(lockedAtom);
  const { numberFormat } = useAtomValue(settingsAtom);
  return (
    <I18nProvider locale={numberFormat === "auto" ? undefined : numberFormat}>
      <ChartFeedProvider feed={chartFeed}>
        {locked ? (
          <Suspense>
            <Locked onOpen={openWorkspace} />
          </Suspense>
        ) : (
          <RouterProvider router={router} />
        )}
      </ChartFeedProvider>
    </I18nProvider>
  );
}
