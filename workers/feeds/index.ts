export { type CheckedAddress, checkAddress } from "./address";
export { LiveFeed, type LiveState } from "./live-feed";
export { readFeed } from "./read-feed";
export type { FeedAddress, FeedContent, FeedKind, FeedRequest } from "./types";
