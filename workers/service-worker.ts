import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { createApi, deviceServices, isApiPath } from "./api";
import { OWN_FILES, SCRIPT, typeOf, unpackFiles } from "./app-pack";
import { WORKSPACE } from "./contract";
import type { InstallQuestion } from "./installation";
import { ISOLATION, securityHeaders, threadPolicy, widenPolicy } from "./policy";
import { RequestLog } from "./request-log";
import { isShared, keepShared } from "./shared-files";
import { allowedHosts, namedHosts, secureHosts } from "./storage";

declare const self: ServiceWorkerGlobalScope;

const files = new PrecacheController();
/** The pack of all files of the app (`scripts/vite-app-pack.ts`). */
const PACK = /\.pack\.bin$/;
/** Concurrent fetches during installation: as many as browsers allow per host. One by one, each would wait for a round trip. */
const AT_ONCE = 6;

/** For hosts that send files without these headers: the page has them from its second load on, its workers likewise. */
const SECURITY = securityHeaders(import.meta.env.VITE_DEMO_ENDPOINT);
const POLICY = "Content-Security-Policy";
const OF_SECURITY = new Set(Object.keys(SECURITY).map((name) => name.toLowerCase()));

/** The hosts the user has entered, which the page stores in a separate cache (`src/client/reachable-hosts.ts`). */
async function enteredHosts(list: string): Promise<string[]> {
  try {
    const entered: unknown = await (await caches.match(list, { cacheName: "prospect-hosts" }))?.json();
    return Array.isArray(entered) ? entered.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Workers that may contact other hosts have their own policies: their scripts, and the hosts the user has entered, in one for a language model,
 * in the other for feeds, including WebSockets.
 */
const PROVIDER = /\/provider\.worker-[^/]+\.js$/;
const FEED = /\/feed\.worker-[^/]+\.js$/;

/** A cached file of the app, with the isolation and security headers; from the network if the cache has lost it. */
async function answer(file: string, request: Request): Promise<Response> {
  const { body, status, statusText, headers } = (await files.matchPrecache(file)) ?? (await fetch(request));
  const secured = new Headers(SECURITY);
  for (const [name, value] of [...headers, ...Object.entries(ISOLATION)]) secured.set(name, value);
  if (PROVIDER.test(file)) secured.set(POLICY, threadPolicy(secureHosts(await enteredHosts("/hosts"))));
  if (FEED.test(file)) secured.set(POLICY, threadPolicy(namedHosts(await enteredHosts("/feed-hosts"))));
  return new Response(body, { status, statusText, headers: secured });
}

/** The page, with a policy that allows the hosts the user has added: it may be in a header, in the page, or both. */
async function pageFor(request: Request): Promise<Response> {
  const [page, hosts] = await Promise.all([answer("/index.html", request), allowedHosts(WORKSPACE).catch(() => [])]);
  if (hosts.length === 0) return page;
  const headers = new Headers(page.headers);
  headers.set(POLICY, widenPolicy(headers.get(POLICY) ?? "", hosts));
  return new Response(widenPolicy(await page.text(), hosts), { status: page.status, statusText: page.statusText, headers });
}

/** Pages that can compute for the API: the focused one first, then visible ones. */
async function pages(): Promise<readonly WindowClient[]> {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const rank = ({ focused, visibilityState }: WindowClient) => (focused ? 2 : visibilityState === "visible" ? 1 : 0);
  return [...open].sort((a, b) => rank(b) - rank(a));
}

// Registered first, to log every request of pages and workers before anything answers it: only the service worker sees them all.
const requests = new RequestLog(self.location.host);
self.addEventListener("fetch", ({ request }) => {
  const { origin, pathname, href } = new URL(request.url);
  const kept = request.mode === "navigate" || isApiPath(pathname, request.method) || files.getCacheKeyForURL(href) !== undefined;
  requests.note(request, origin === self.location.origin && kept);
});

// The API comes before the routes below, which respond with files.
const api = createApi(deviceServices(pages));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || !isApiPath(pathname, request.method)) return;
  event.respondWith(Promise.resolve(api.fetch(request)));
});

self.addEventListener("fetch", (event) => {
  if (isShared(event.request, self.location.origin)) event.respondWith(keepShared(event.request));
});

// Not `precacheAndRoute`, which would also add a route of its own in front of those below, one that responds without the headers.
const listed = self.__WB_MANIFEST.filter((entry) => typeof entry !== "string");
const pack = listed.find(({ url }) => PACK.test(url));
files.addToCacheList(listed.filter((entry) => entry !== pack));

/** Files of the app that are not cached yet: URLs and cache keys. */
async function missingFiles(cache: Cache): Promise<[url: string, cacheKey: string][]> {
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return [...files.getURLsToCacheKeys()].filter(([, cacheKey]) => !kept.has(cacheKey));
}

/** Fetches and caches single files. */
async function keep(missing: readonly [url: string, cacheKey: string][], event: ExtendableEvent): Promise<void> {
  const next = missing.values();
  const keepNext = async () => {
    for (const [url, cacheKey] of next) {
      // If the version is only in the key, not in the file name, the browser's own cache may contain an older one.
      const request = new Request(url, { cache: cacheKey === url ? "default" : "reload", credentials: "same-origin" });
      requests.note(request, false);
      await Promise.all(files.strategy.handleAll({ params: { cacheKey }, request, event }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
}

/** Caches the missing files from the pack; none if the host does not have exactly this pack. */
async function keepPacked(
  { url, revision }: PrecacheEntry,
  missing: readonly [url: string, cacheKey: string][],
  cache: Cache,
): Promise<void> {
  const keys = new Map(missing);
  try {
    const request = new Request(url, { cache: "no-store", credentials: "same-origin", priority: "low" });
    requests.note(request, false);
    const answered = await fetch(request);
    const packed = answered.ok && (await unpackFiles(new Uint8Array(await answered.arrayBuffer()), revision ?? ""));
    if (!packed) return;
    // The security headers the host sends with scripts: those it sent with the pack may differ, as its type is unknown.
    const said = [...((await files.matchPrecache(SCRIPT))?.headers ?? [])].filter(([name]) => OF_SECURITY.has(name));
    await Promise.all(
      packed.map(({ path, bytes }) => {
        const cacheKey = keys.get(new URL(path, self.location.href).href);
        const type = typeOf(path);
        return cacheKey && type && cache.put(cacheKey, new Response(bytes, { headers: [...said, ["Content-Type", type]] }));
      }),
    );
  } catch {
    // Disconnected, damaged, no space, or no decompression in this browser: fetching the missing files will report what fails.
  }
}

let installing = false;
/** Caches all missing files of the app; at a first installation from the pack, since 840 requests would take most of the time. */
async function install(event: ExtendableEvent): Promise<void> {
  const cache = await caches.open(files.strategy.cacheName);
  const missing = await missingFiles(cache);
  // An update, or an installation that was interrupted late, has most of them already.
  if (pack && !self.registration.active && missing.length > listed.length / 2) {
    const own = OWN_FILES.map((path) => new URL(path, self.location.href).href);
    await keep(
      missing.filter(([url]) => own.includes(url)),
      event,
    );
    await keepPacked(pack, missing, cache);
  }
  await keep(await missingFiles(cache), event);
}

self.addEventListener("install", (event) => {
  installing = true;
  const end = () => {
    installing = false;
  };
  event.waitUntil(install(event).finally(end));
});
self.addEventListener("activate", (event) => void files.activate(event));
cleanupOutdatedCaches();

// Every URL of the app is the same page, whatever its query, except those of the API and those that look like files.
const NO_PAGE = [/^\/(?:api\/|v1(?:\/|$))/, /\/[^/][^/.]*\.[^/]+$/];
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && !NO_PAGE.some((pattern) => pattern.test(url.pathname)),
  ({ request }) => pageFor(request),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && files.getCacheKeyForURL(url.href) !== undefined,
  ({ url, request }) => answer(url.href, request),
);

// Takes control of the first visit without a reload.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", ({ data, ports }: ExtendableMessageEvent) => {
  const asked: InstallQuestion | { type: "SKIP_WAITING" } | null = data;
  // A new version waits for the user's consent.
  if (asked?.type === "SKIP_WAITING") void self.skipWaiting();
  if (asked?.type === "IS_INSTALLING") ports[0]?.postMessage(installing);
});
