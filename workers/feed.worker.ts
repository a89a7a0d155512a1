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

/** The only threads that may read feeds. Each reads one, and may talk to no host but those the user has added as feeds. */
export interface FeedApi extends Liveness {
  /**
   * Takes apart what a user entered as an address; nothing is called.
   * @param page the protocol the page came over
   */
  check(kind: FeedKind, typed: FeedAddress, page: string): Outcome<CheckedAddress>;
  read(request: FeedRequest): Promise<Outcome<FeedContent>>;
  /**
   * Listens to a live channel until the thread ends.
   * @param message sent each time the socket opens
   * @param earlier its rows that are kept already, as CSV
   */
  listen(url: string, message: string, earlier: Blob | null): Promise<void>;
  /** Null until it listens. */
  state(): LiveState | null;
  /** All rows so far; the first ones are waited for. */
  rows(): Promise<Outcome<Blob>>;
}

/** What this thread's policy, or that of whoever serves the files, had to do with a failure. */
async function stopped(host: string): Promise<"no" | "by another" | "host named"> {
  const policy = await stoppingPolicy(host);
  if (policy === null) return "no";
  // The host is let through: then the call was on its way to another one.
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
