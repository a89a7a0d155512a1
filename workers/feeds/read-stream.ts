import { because, type Cause, type Count, fail, failBecause, type Millis, type Outcome, succeed } from "../contract";

/** Size and time limits of a feed. */
interface FeedLimits {
  bytes: Count;
  /** Maximum wait for the response, and between two pieces of it. */
  silence: Millis;
  /** Maximum duration of the whole response. */
  total: Millis;
  /** After this time, the average rate must be at least `slowest` bytes per second. */
  grace: Millis;
  slowest: Count;
}

const MEGABYTE = 1 << 20;
const PACE = { silence: 15_000, total: 120_000, grace: 10_000, slowest: 512 };
export const MARKET_LIMITS: FeedLimits = { ...PACE, bytes: 64 * MEGABYTE };
export const NEWS_LIMITS: FeedLimits = { ...PACE, bytes: 8 * MEGABYTE };

export type FeedFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Whether a content security policy blocked the call: "host named" if that policy allows the host, which points to a redirect. */
export type Stopped = () => Promise<"no" | "by another" | "host named">;

interface FeedBytes {
  pieces: Uint8Array<ArrayBuffer>[];
  bytes: Count;
  /** Content type reported by the host. */
  type: string;
}

/** Aborts a call after a time limit, with a reason. */
class Watch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  reason: Cause | null = null;
  readonly call = new AbortController();

  /** Restarts the time limit. */
  set(millis: Millis, reason: Cause): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop(reason), millis);
  }
  stop(reason: Cause): void {
    this.reason ??= reason;
    this.call.abort();
  }
  end(): void {
    clearTimeout(this.timer);
    // Stops reading from a host that keeps sending.
    this.call.abort();
  }
}

/**
 * The bytes at an address, in pieces and within limits: a host that sends endlessly, too slowly or nothing is abandoned with a reason, and its
 * data are discarded. Without cookies, referrer and cache; redirects are only followed on the same host.
 */
export async function readStream(
  url: string,
  limits: FeedLimits,
  call: FeedFetch = fetch,
  stopped: Stopped = async () => "no",
): Promise<Outcome<FeedBytes>> {
  const { origin } = new URL(url);
  const watch = new Watch();
  const whole = setTimeout(() => watch.stop(because("feeds/long", { origin, seconds: limits.total / 1000 })), limits.total);
  let bytes = 0;
  try {
    watch.set(limits.silence, because("feeds/silent", { origin, seconds: limits.silence / 1000 }));
    const response = await call(url, { ...ASKED, redirect: "follow", signal: watch.call.signal });
    if (response.redirected && !sameHost(response.url, url)) return fail("bad-input", "feeds/redirect", { origin });
    if (!response.ok) return fail("bad-input", "feeds/status", { origin, status: response.status });
    const announced = Number(response.headers.get("Content-Length"));
    if (announced > limits.bytes) return fail("bad-input", "feeds/tooLarge", { origin, megabytes: limits.bytes / MEGABYTE });
    const type = (response.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    const began = performance.now();
    while (reader) {
      watch.set(limits.silence, because("feeds/stalled", { origin, seconds: limits.silence / 1000 }));
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      bytes += value.byteLength;
      const millis = performance.now() - began;
      if (bytes > limits.bytes) return fail("bad-input", "feeds/tooLarge", { origin, megabytes: limits.bytes / MEGABYTE });
      if (millis > limits.grace && (bytes * 1000) / millis < limits.slowest)
        return fail("bad-input", "feeds/slow", { origin, bytes, seconds: Math.round(millis / 1000) });
    }
    return succeed({ pieces, bytes, type });
  } catch (error) {
    if (watch.reason !== null) return failBecause("bad-input", watch.reason);
    // A failed call or a broken response is a TypeError without details; any other error is a bug.
    if (!(error instanceof TypeError)) throw error;
    if (bytes > 0) return fail("bad-input", "feeds/broken", { origin, bytes });
    return failBecause("bad-input", await whyNot(url, call, stopped));
  } finally {
    clearTimeout(whole);
    watch.end();
  }
}

const ASKED: RequestInit = { mode: "cors", credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store" };

/** Whether the host and port are the same; an upgrade from http to https is allowed. */
function sameHost(reached: string, asked: string): boolean {
  const [to, from] = [new URL(reached), new URL(asked)];
  const upgraded = from.protocol === "http:" && to.protocol === "https:" && from.port === "" && to.port === "";
  return to.hostname === from.hostname && (to.origin === from.origin || upgraded);
}

/** Browsers do not report why a call failed; a second call without following redirects detects a redirect. */
async function whyNot(url: string, call: FeedFetch, stopped: Stopped): Promise<Cause> {
  const { origin } = new URL(url);
  const policy = await stopped();
  if (policy === "by another") return because("feeds/blocked", { origin });
  if (policy === "host named") return because("feeds/redirect", { origin });
  if (!navigator.onLine) return because("feeds/offline", { origin });
  try {
    const { type, body } = await call(url, { ...ASKED, redirect: "manual", signal: AbortSignal.timeout(5000) });
    await body?.cancel();
    if (type === "opaqueredirect") return because("feeds/redirect", { origin });
  } catch {
    // It fails again: use the general reason below.
  }
  return because("feeds/unreachable", { origin });
}
