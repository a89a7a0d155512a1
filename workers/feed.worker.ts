import { expose } from "comlink";
import { fail, type Outcome } from "./contract";
import {
  type CheckedAddress,
  checkAddress,
  type FeedAddress,
  type FeedContent,
  type FeedKind,
  type FeedRequest,
  LiveFeed,
  type LiveState,
  readFeed,
} from "./feeds";
import { holdLock, type Liveness } from "./runtime/hold-lock";
import { stoppingPolicy } from "./stopping-policy";

/** The only workers that may read feeds, one each; they may contact no hosts but those the user has added as feeds. */
export interface FeedApi extends Liveness {
  /**
   * Parses and checks an address as entered, without contacting it.
   * @param page protocol of the page
   */
  check(kind: FeedKind, typed: FeedAddress, page: string): Outcome<CheckedAddress>;
  read(request: FeedRequest): Promise<Outcome<FeedContent>>;
  /**
   * Listens to a live channel until the worker is terminated.
   * @param message sent each time the socket opens
   * @param earlier stored rows of the channel, as CSV
   */
  listen(url: string, message: string, earlier: Blob | null): Promise<void>;
  /** Null until it listens. */
  state(): LiveState | null;
  /** All rows so far; waits for the first ones. */
  rows(): Promise<Outcome<Blob>>;
}

/** Whether a call failed because a policy blocked it: this worker's own, or one set by whoever serves the app. */
async function stopped(host: string): Promise<"no" | "by another" | "host named"> {
  const policy = await stoppingPolicy(host);
  if (policy === null) return "no";
  // The host itself is allowed: then the call was redirected to another one.
  return policy.split(/[\s;]+/).includes(host) ? "host named" : "by another";
}

let live: LiveFeed | null = null;
const api: FeedApi = {
  check: checkAddress,
  read: (request) => {
    const host = request.source.from === "address" ? new URL(request.source.url).origin : "";
    return readFeed(
      request,
      (url, init) => fetch(url, init),
      () => stopped(host),
    );
  },
  listen: async (url, message, earlier) => {
    live = new LiveFeed(url, message, (await earlier?.text()) ?? "");
  },
  state: () => live?.read() ?? null,
  rows: async () => live?.firstRows() ?? fail("bad-input", "feeds/empty"),
  hold: holdLock,
};
expose(api);
