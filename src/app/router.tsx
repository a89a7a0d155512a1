import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type RouterHistory } from "@tanstack/react-router";
import { loadUnlessLeaving } from "../lib/leaving.ts";
import { screens } from "../routes.ts";
import { ErrorPage } from "./error-page.tsx";
import { Shell } from "./shell.tsx";

const NotFound = lazyRouteComponent(() => import("../pages/not-found/not-found.tsx"), "NotFound");
const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: ErrorPage });

/** Throws an error of our own: on an engine's error the router reloads even while a job is running (`client/preload-error.ts` checks). */
function notLoaded(cause: unknown): never {
  throw new Error(`The screen did not load: ${cause}`, { cause });
}

const pages = screens.flatMap((screen) => {
  const component = lazyRouteComponent(() => loadUnlessLeaving(screen.load).catch(notLoaded));
  return screen.paths.map((path) => createRoute({ getParentRoute: () => rootRoute, path, component, errorComponent: ErrorPage }));
});

const routeTree = rootRoute.addChildren(pages);

/** The router for the table in `routes.ts`; tests pass their own history. */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({ routeTree, history, defaultPreload: "intent", scrollRestoration: true, trailingSlash: "never" });

export const router = makeRouter();
