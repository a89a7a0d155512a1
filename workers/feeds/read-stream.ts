import { because, type Cause, type Count, fail, failBecause, type Millis, type Outcome, succeed } from "../contract";

/** Size and time limits of a feed. */
export interface FeedLimits {
  bytes: Count;
  /** Until the answer begins, and between two pieces of it. */
  silence: Millis;
  /** For the whole answer. */
  total: Millis;
  /** After this time at least `slowest` bytes a second must have come. */
  grace: Millis;
  slowest: Count;
}

const MEGABYTE = 1 << 20;
const PACE = { silence: 15_000, total: 120_000, grace: 10_000, slowest: 512 };
export const MARKET_LIMITS: FeedLimits = { ...PACE, bytes: 64 * MEGABYTE };
export const NEWS_LIMITS: FeedLimits = { ...PACE, bytes: 8 * MEGABYTE };

export type FeedFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Whether the browser's own policy stopped the call: the one of this thread, which names the host, or another. */
export type Stopped = () => Promise<"no" | "by another" | "host named">;

export interface FeedBytes {
  pieces: Uint8Array<ArrayBuffer>[];
  bytes: Count;
  /** As the host says it. */
  type: string;
}

/** Ends a wait with a reason, and the call with it. */
class Watch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  reason: Cause | null = null;
  readonly call = new AbortController();

  /** From now on only so long. */
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
 * The bytes at an address, piece by piece and within limits: a host that sends without end, hardly anything or nothing at all is left with
 * a reason, and what came from it is thrown away. Cookies, referrer and cache stay out of it; redirects are followed on the same host only.
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
    // A failed call or a broken answer says no more than that: an error of any other kind is a bug.
    if (!(error instanceof TypeError)) throw error;
    if (bytes > 0) return fail("bad-input", "feeds/broken", { origin, bytes });
    return failBecause("bad-input", await whyNot(url, call, stopped));
  } finally {
    clearTimeout(whole);
    watch.end();
  }
}

const ASKED: RequestInit = { mode: "cors", credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store" };

/** The same host, its port included; http may lead on to https. */
function sameHost(reached: string, asked: string): boolean {
  const [to, from] = [new URL(reached), new URL(asked)];
  const upgraded = from.protocol === "http:" && to.protocol === "https:" && from.port === "" && to.port === "";
  return to.hostname === from.hostname && (to.origin === from.origin || upgraded);
}

/** A browser reports only that a call failed; a second call without following redirects identifies a redirect. */
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
    // It fails again: what is said below holds.
  }
  return because("feeds/unreachable", { origin });
}
