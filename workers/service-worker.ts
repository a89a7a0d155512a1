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
/** All files of the app in one (`scripts/vite-app-pack.ts`). */
const PACK = /\.pack\.bin$/;
/** Files fetched at a time when the app is installed: as many as a browser asks one host for. One after the other, each waits for the line. */
const AT_ONCE = 6;

/** Hosts that send plain files only get their headers from here: the page from the second load on, threads from then on. */
const SECURITY = securityHeaders(import.meta.env.VITE_DEMO_ENDPOINT);
const POLICY = "Content-Security-Policy";
const OF_SECURITY = new Set(Object.keys(SECURITY).map((name) => name.toLowerCase()));

/** The hosts the user has entered, kept by the page in a cache of its own (`src/client/reachable-hosts.ts`). */
async function enteredHosts(list: string): Promise<string[]> {
  try {
    const entered: unknown = await (await caches.match(list, { cacheName: "prospect-hosts" }))?.json();
    return Array.isArray(entered) ? entered.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/**
 * The threads that may talk to other hosts get a policy of their own: their scripts, and the hosts the user has entered; the one a
 * language model's, the others those of feeds, sockets among them.
 */
const PROVIDER = /\/provider\.worker-[^/]+\.js$/;
const FEED = /\/feed\.worker-[^/]+\.js$/;

/** A file of the app from the device, with the headers of isolation and the policy; from the network where the device has lost it. */
async function answer(file: string, request: Request): Promise<Response> {
  const { body, status, statusText, headers } = (await files.matchPrecache(file)) ?? (await fetch(request));
  const secured = new Headers(SECURITY);
  for (const [name, value] of [...headers, ...Object.entries(ISOLATION)]) secured.set(name, value);
  if (PROVIDER.test(file)) secured.set(POLICY, threadPolicy(secureHosts(await enteredHosts("/hosts"))));
  if (FEED.test(file)) secured.set(POLICY, threadPolicy(namedHosts(await enteredHosts("/feed-hosts"))));
  return new Response(body, { status, statusText, headers: secured });
}

/** The page, allowed to call the hosts the user has added: its policy is in a header, in the page, or in both. */
async function pageFor(request: Request): Promise<Response> {
  const [page, hosts] = await Promise.all([answer("/index.html", request), allowedHosts(WORKSPACE).catch(() => [])]);
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

// Whatever a page or a thread asks for is counted, before anything answers it: nobody else sees all of it.
const requests = new RequestLog(self.location.host);
self.addEventListener("fetch", ({ request }) => {
  const { origin, pathname, href } = new URL(request.url);
  const kept = request.mode === "navigate" || isApiPath(pathname, request.method) || files.getCacheKeyForURL(href) !== undefined;
  requests.note(request, origin === self.location.origin && kept);
});

// The API is asked first: whatever is below answers with files.
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

// The files are listed first: a route to the page can only be made for a page that is known. `precacheAndRoute` would add a route
// of its own in front, which answers without the headers.
const listed = self.__WB_MANIFEST.filter((entry) => typeof entry !== "string");
const pack = listed.find(({ url }) => PACK.test(url));
files.addToCacheList(listed.filter((entry) => entry !== pack));

/** Files of the app that the device does not have yet, as address and the key they are kept under. */
async function missingFiles(cache: Cache): Promise<[url: string, cacheKey: string][]> {
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return [...files.getURLsToCacheKeys()].filter(([, cacheKey]) => !kept.has(cacheKey));
}

/** Fetches files one by one and keeps them. */
async function keep(missing: readonly [url: string, cacheKey: string][], event: ExtendableEvent): Promise<void> {
  const next = missing.values();
  const keepNext = async () => {
    for (const [url, cacheKey] of next) {
      // The name of a file holds its version, or else its key does, and the browser may know an older one.
      const request = new Request(url, { cache: cacheKey === url ? "default" : "reload", credentials: "same-origin" });
      requests.note(request, false);
      await Promise.all(files.strategy.handleAll({ params: { cacheKey }, request, event }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
}

/** Keeps what is missing of the files of the pack; nothing where the host has no such file, or another. */
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
    // What a host has its scripts do, which may be another thing than what it has files of an unknown kind do.
    const said = [...((await files.matchPrecache(SCRIPT))?.headers ?? [])].filter(([name]) => OF_SECURITY.has(name));
    await Promise.all(
      packed.map(({ path, bytes }) => {
        const cacheKey = keys.get(new URL(path, self.location.href).href);
        const type = typeOf(path);
        return cacheKey && type && cache.put(cacheKey, new Response(bytes, { headers: [...said, ["Content-Type", type]] }));
      }),
    );
  } catch {
    // Cut off, torn, no room, or an engine that unpacks nothing: the files that are missing say so themselves.
  }
}

let installing = false;
/** Keeps every file of the app that the device does not have yet. At a first installation they come in one: 840 questions cost most of it. */
async function install(event: ExtendableEvent): Promise<void> {
  const cache = await caches.open(files.strategy.cacheName);
  const missing = await missingFiles(cache);
  // A version after the first has most of them, as has an installation that was broken off late.
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

// Every address of the app is the same page, whatever is asked of it. What looks like a file, and the local API, is not.
const NO_PAGE = [/^\/(?:api\/|v1(?:\/|$))/, /\/[^/][^/.]*\.[^/]+$/];
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && !NO_PAGE.some((pattern) => pattern.test(url.pathname)),
  ({ request }) => pageFor(request),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && files.getCacheKeyForURL(url.href) !== undefined,
  ({ url, request }) => answer(url.href, request),
);

// The first visit is served from the device at once, without a reload.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", ({ data, ports }: ExtendableMessageEvent) => {
  const asked: InstallQuestion | { type: "SKIP_WAITING" } | null = data;
  // A new version waits until the user says so.
  if (asked?.type === "SKIP_WAITING") void self.skipWaiting();
  if (asked?.type === "IS_INSTALLING") ports[0]?.postMessage(installing);
});
