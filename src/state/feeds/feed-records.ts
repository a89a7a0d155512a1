import { WORKSPACE } from "../../../workers/contract";
import type { FeedAddress } from "../../../workers/feeds/types";
import { storage } from "../../client/compute";
import { type Kept, Records } from "../records";
import { sourceAtom } from "../source-atom";
import { askedAddress } from "./feed-address";
import { wholeAddress } from "./feed-addresses";
import { type FeedBody, feedSchema } from "./feed-body";

export type Feed = Kept<FeedBody>;

/** The feeds stored on this device. */
export const feeds = new Records<FeedBody>({ pool: storage, workspace: WORKSPACE, kind: "feed", schema: feedSchema });

/** The feeds; the list is loaded on first use. */
export const feedsAtom = sourceAtom({
  read: feeds.read,
  subscribe: (listener) => {
    void feeds.open();
    return feeds.subscribe(listener);
  },
});

/** The URL of a feed; null if part of it is unknown on this device, or if it came with a backup. */
export function addressOf({ id, body }: Feed): FeedAddress | null {
  const known = body.whole && (isLocal(body.form) || URL.canParse(body.address));
  return wholeAddress(id) ?? (known ? { url: body.address, proxy: "", message: "" } : null);
}

/** Whether a feed needs no host. */
const isLocal = (form: FeedBody["form"]): boolean => form === "file" || form === "simulator";

/** The hosts of all feeds, which feed workers may contact. */
export function feedHosts(tried: readonly FeedAddress[] = []): string[] {
  const known = feeds.read().records.flatMap((feed) => (isLocal(feed.body.form) ? [] : (addressOf(feed) ?? [])));
  return [...new Set([...known, ...tried].map((address) => new URL(askedAddress(address)).origin))];
}
