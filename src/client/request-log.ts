import { type Count, type LoggedRequest, REQUESTS } from "../../workers/contract";
import { recordsRequests, serviceWorkers } from "../lib/capabilities";
import { Store } from "../lib/store";

/** Maximum number of requests listed; older ones are only counted. */
const MAX_LISTED = 2000;
/** Hosts the user has entered, as stored by `reachable-hosts`. */
const CACHE = "prospect-hosts";

interface RequestsSeen {
  /** Newest first. */
  listed: readonly LoggedRequest[];
  count: number;
  /** Bytes sent to any host. */
  sent: Count;
  /** The size of some request is unknown. */
  unknown: boolean;
  /** The service worker counts; otherwise only requests of the page itself are seen. */
  controlled: boolean;
  /** Other origins that may be contacted because the user entered them. */
  allowed: readonly string[];
}

/** The requests since the page was opened, and how much has left the device. */
class RequestsMeter extends Store<RequestsSeen> {
  private readonly known = new Set<string>();
  private started = false;

  constructor() {
    super({ listed: [], count: 0, sent: 0, unknown: false, controlled: false, allowed: [] });
  }

  /** Starts listening; earlier requests are reported by the service worker or the page's performance entries. */
  start(): void {
    if (this.started) return;
    this.started = true;
    const container = serviceWorkers();
    const controlled = Boolean(container?.controller);
    this.set({ ...this.read(), controlled });
    container?.addEventListener("controllerchange", () => this.set({ ...this.read(), controlled: true }));
    const channel = new BroadcastChannel(REQUESTS);
    channel.onmessage = ({ data }) => {
      if (Array.isArray(data)) this.take(data);
    };
    channel.postMessage(REQUESTS);
    if (!controlled) this.watchPage();
    void this.readAllowed();
  }

  take(requests: readonly LoggedRequest[]): void {
    const fresh = requests.filter(({ id, at }) => !this.known.has(id) && at >= performance.timeOrigin);
    if (fresh.length === 0) return;
    for (const { id } of fresh) this.known.add(id);
    const before = this.read();
    this.set({
      ...before,
      listed: [...before.listed, ...fresh].sort((a, b) => b.at - a.at).slice(0, MAX_LISTED),
      count: before.count + fresh.length,
      sent: fresh.reduce((sum, { sent }) => sum + (sent ?? 0), before.sent),
      unknown: before.unknown || fresh.some(({ sent }) => sent === null),
    });
  }

  /** Re-reads which hosts may be contacted. */
  async readAllowed(): Promise<void> {
    try {
      const cache = await caches.open(CACHE);
      const lists = await Promise.all(["/hosts", "/feed-hosts"].map(async (list) => (await cache.match(list))?.json() ?? []));
      const allowed = [...new Set(lists.flat().filter((one) => typeof one === "string"))];
      this.set({ ...this.read(), allowed });
    } catch {
      // No caches outside a secure context: then no host can have been entered either.
    }
  }

  /** The browser's performance entries of the page. They have no method or body; for the app's own files neither matters. */
  private watchPage(): void {
    if (!recordsRequests()) return;
    const observer = new PerformanceObserver((list) => {
      if (this.read().controlled) return observer.disconnect();
      this.take(
        list.getEntries().flatMap(({ name, startTime }) => {
          const { host, pathname, protocol } = new URL(name);
          if (!protocol.startsWith("http")) return [];
          const at = performance.timeOrigin + startTime;
          return [
            {
              id: `page-${startTime}-${name}`,
              at,
              method: "GET",
              host,
              path: pathname,
              sent: host === location.host ? 0 : null,
              answeredHere: false,
            },
          ];
        }),
      );
    });
    observer.observe({ type: "resource", buffered: true });
  }
}

export const requestsMeter = new RequestsMeter();

let sockets = 0;
/** Counts what a socket of the page sends, which no service worker sees. */
export function noteSocket(address: string, sent: Count): void {
  const { host, pathname } = new URL(address);
  requestsMeter.take([{ id: `socket-${sockets++}`, at: Date.now(), method: "WebSocket", host, path: pathname, sent, answeredHere: false }]);
}
