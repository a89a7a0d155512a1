import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { createApi, deviceServices, isApiPath } from "./api";
import { ISOLATION, securityHeaders, threadPolicy } from "./policy";
import { allowedHosts, namedHosts, secureHosts, widenPolicy } from "./storage";

declare const self: ServiceWorkerGlobalScope;

/** Hosts that send plain files only get their headers from here: the page from the second load on, threads from then on. */
const SECURITY = securityHeaders(import.meta.env.VITE_DEMO_ENDPOINT);
const POLICY = "Content-Security-Policy";

/** The hosts the person has entered, kept by the page in a cache of its own (`src/client/reachable-hosts.ts`). */
async function enteredHosts(list: string): Promise<string[]> {
  try {
    const entered: unknown = await (await caches.match(list, { cacheName: "prospect-hosts" }))?.json();
    return Array.isArray(entered) ? entered.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/**
 * The threads that may talk to other hosts get a policy of their own: their scripts, and the hosts the person has entered; the one a
 * language model's, the others those of feeds, sockets among them.
 */
const PROVIDER = /\/provider\.worker-[^/]+\.js$/;
const FEED = /\/feed\.worker-[^/]+\.js$/;

/** A file of the app from the device, with the headers of isolation and the policy; from the network where the device has lost it. */
async function answer(file: string, request: Request): Promise<Response> {
  const { body, status, statusText, headers } = (await matchPrecache(file)) ?? (await fetch(request));
  const secured = new Headers(SECURITY);
  for (const [name, value] of [...headers, ...Object.entries(ISOLATION)]) secured.set(name, value);
  if (PROVIDER.test(file)) secured.set(POLICY, threadPolicy(secureHosts(await enteredHosts("/hosts"))));
  if (FEED.test(file)) secured.set(POLICY, threadPolicy(namedHosts(await enteredHosts("/feed-hosts"))));
  return new Response(body, { status, statusText, headers: secured });
}

/** The page, allowed to call the hosts the person has added: its policy stands in a header, in the page, or in both. */
async function pageFor(request: Request): Promise<Response> {
  const [page, hosts] = await Promise.all([answer("/index.html", request), allowedHosts("prospect").catch(() => [])]);
  if (hosts.length === 0) return page;
  const headers = new Headers(page.headers);
  headers.set(POLICY, widenPolicy(headers.get(POLICY) ?? "", hosts));
  return new Response(widenPolicy(await page.text(), hosts), { status: page.status, statusText: page.statusText, headers });
}

/** Pages that may compute for the API, the one in view first. */
async function pages(): Promise<readonly WindowClient[]> {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const rank = ({ focused, visibilityState }: WindowClient) => (focused ? 2 : visibilityState === "visible" ? 1 : 0);
  return [...open].sort((a, b) => rank(b) - rank(a));
}

// The API is asked first: whatever stands below answers with files.
const api = createApi(deviceServices(pages));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || !isApiPath(pathname, request.method)) return;
  event.respondWith(Promise.resolve(api.fetch(request)));
});

// The files are kept first: a route to the page can only be made for a page that is known. `precacheAndRoute` would add a route
// of its own in front, which answers without the headers.
precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every address of the app is the same page. What looks like a file, and the local API, is not.
registerRoute(new NavigationRoute(({ request }) => pageFor(request), { denylist: [/^\/(?:api\/|v1(?:\/|$))/, /\/[^/?][^/?.]*\.[^/]+$/] }));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && getCacheKeyForURL(url.href) !== undefined,
  ({ url, request }) => answer(url.href, request),
);

// The first visit is served from the device at once, without a reload.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// A new version waits until the person says so.
self.addEventListener("message", ({ data }: ExtendableMessageEvent) => {
  if (data?.type === "SKIP_WAITING") void self.skipWaiting();
});
