import type { Count, Millis } from "../contract";

/** What a feed brings: prices by row, or news by item. */
export type FeedKind = "market" | "news";

/** How it is read: once in a while, all the time, from a local file, or made up by the simulator. */
export type FeedForm = "address" | "socket" | "file" | "simulator";

/** Where a feed is read, whole: never part of an export. */
export interface FeedAddress {
  url: string;
  /** Of the user's own: asked for the address in the feed's place; "" for none. */
  proxy: string;
  /** Sent to a socket each time it opens; "" for nothing. */
  message: string;
}

/** An item of news as plain text: what was markup in the feed is gone. */
export interface NewsItem {
  /** When it was published; null where the feed does not say. */
  time: Millis | null;
  title: string;
  text: string;
}

/** Where the text of a feed comes from. */
export type FeedSource =
  | { from: "address"; url: string }
  /** A file the user downloaded, where the host does not let pages read it. */
  | { from: "file"; file: Blob }
  /** The simulator: the same seed and times give the same rows. */
  | { from: "simulator"; seed: number; since: Millis; until: Millis };

export interface FeedRequest {
  kind: FeedKind;
  source: FeedSource;
}

/** What a feed held: a table as text for `read-series`, or news, newest first. */
export type FeedContent = { kind: "market"; text: Blob; bytes: Count } | { kind: "news"; items: NewsItem[]; bytes: Count };
