import { fileAsks, fileMissing } from "../../../workers/feeds/messages";
import type { FeedForm, FeedKind } from "../../../workers/feeds/types";
import { plural } from "../../lib/format.ts";
import type { Interval } from "../../state/feeds/feed-body";
import { addressOf, type Feed } from "../../state/feeds/feed-records";
import type { FeedActivity } from "../../state/feeds/feeds";

export const TITLES: Record<FeedKind, string> = { market: "Market Data Feed", news: "News Feed" };
export const CONNECTED: Record<FeedKind, string> = {
  market: "Successfully connected to market data feed!",
  news: "Successfully connected to news feed!",
};

export const INTERVAL_WORDS: Record<Interval, string> = {
  0: "manually",
  10000: "10 seconds",
  60000: "1 minute",
  300000: "5 minutes",
  900000: "15 minutes",
  3600000: "1 hour",
  86400000: "1 day",
};

/** Minimum interval of remote feeds in ms: shorter ones suit local data, but would burden a host. */
const SHORTEST_OF_HOSTS = 60_000;
export const intervalsOf = (form: FeedForm): Interval[] =>
  ([0, 10_000, 60_000, 300_000, 900_000, 3_600_000, 86_400_000] as const).filter(
    (interval) => interval === 0 || form !== "address" || interval >= SHORTEST_OF_HOSTS,
  );

export interface FeedState {
  mark: "ok" | "caution" | "bad" | null;
  words: string;
  /** Further detail; null if there is none. */
  detail: string | null;
}

/** State of a feed as a word and a sentence. */
export function stateOf(feed: Feed, { reading, live, files }: FeedActivity): FeedState {
  const { paused, trouble, form, interval } = feed.body;
  if (reading.has(feed.id)) return { mark: null, words: "reading", detail: null };
  if (paused) return { mark: null, words: "paused", detail: null };
  if (addressOf(feed) === null)
    return {
      mark: "caution",
      words: "address missing",
      detail: `Add the feed again with its full address${form === "socket" ? " and message" : ""}`,
    };
  const file = files.get(feed.id);
  if (file === "missing") return { mark: "caution", words: "file missing", detail: fileMissing };
  if (file === "asks") return { mark: "caution", words: "needs permission", detail: fileAsks };
  if (trouble !== null) return { mark: "bad", words: "failing", detail: trouble };
  const channel = live.get(feed.id);
  if (channel && channel.state !== "open") return { mark: "caution", words: channel.state, detail: channel.trouble };
  if (channel) return { mark: "ok", words: "listening", detail: lostOf(channel.rejected, channel.dropped) };
  if (interval === 0) return { mark: "ok", words: "manual", detail: null };
  return { mark: "ok", words: form === "socket" ? "active in another tab" : "refreshing", detail: null };
}

function lostOf(rejected: number, dropped: number): string | null {
  const parts = [
    rejected > 0 ? `${plural(rejected, "message")} contained no row of this feed` : null,
    dropped > 0 ? `${plural(dropped, "message")} dropped: more than 2,000 a second` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join("; ");
}
