import type { Taken } from "./input-store";

/** Where the settings are in an address: behind the part that is sent to a server. */
export const SHARED = "#s=";

type Offer = (screen: string, values: object, taken: Taken) => void;

/**
 * Takes the settings out of the address, if it carries any, and offers them to their screen. The code for that comes when it is needed.
 * @param taken whether the screen at this address takes any
 */
export function takeSharedLink(offer: Offer, taken: boolean): void {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(SHARED)) return;
  window.history.replaceState(window.history.state, "", pathname + search);
  void import("./share").then(({ openShared }) => openShared(hash.slice(SHARED.length), taken ? pathname : null, offer));
}
