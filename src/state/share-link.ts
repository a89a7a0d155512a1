import type { Taken } from "./input-store";

/** Where a URL contains settings: in the fragment, which is not sent to a server. */
export const SHARED = "#s=";

type Offer = (screen: string, values: object, taken: Taken) => void;

/**
 * Removes settings from the URL, if it has any, and offers them to their screen. The code is loaded on demand.
 * @param taken whether the screen at this URL accepts any
 */
export function takeSharedLink(offer: Offer, taken: boolean): void {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(SHARED)) return;
  window.history.replaceState(window.history.state, "", pathname + search);
  void import("./share").then(({ openShared }) => openShared(hash.slice(SHARED.length), taken ? pathname : null, offer));
}
