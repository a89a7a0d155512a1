import * as v from "valibot";
import type { FeedAddress } from "../../../workers/feeds/types";
import { DeviceText } from "../../lib/device-text.ts";

const kept = new DeviceText(() => localStorage, "prospect.feed-addresses");
globalThis.addEventListener?.("storage", kept.follow);

const schema = v.record(
  v.string(),
  v.object({
    url: v.pipe(
      v.string(),
      v.check((text) => URL.canParse(text)),
    ),
    proxy: v.string(),
    message: v.optional(v.string(), ""),
  }),
);
type Addresses = v.InferOutput<typeof schema>;

/** Addresses that seem to hold a key: until the tab is closed. */
const inMemory = new Map<string, FeedAddress>();

function onDevice(): Addresses {
  try {
    const parsed = v.safeParse(schema, JSON.parse(kept.text() ?? "{}"));
    return parsed.success ? parsed.output : {};
  } catch {
    return {};
  }
}

/** An id of a stranger's backup may be "toString", which every object has. */
function keptAddress(id: string): FeedAddress | null {
  const addresses = onDevice();
  return Object.hasOwn(addresses, id) ? addresses[id] : null;
}

const write = (addresses: Addresses): void => kept.keep(JSON.stringify(addresses));

/** The whole address of a feed; null where it is unknown here. */
export const wholeAddress = (id: string): FeedAddress | null => inMemory.get(id) ?? keptAddress(id);

/** Keeps the whole address of a feed, its message included: on this device, apart from all that is exported; with a key in it, in memory. */
export function keepAddress(id: string, { url, proxy, message }: FeedAddress, secret: boolean): void {
  inMemory.set(id, { url, proxy, message });
  const { [id]: _, ...others } = onDevice();
  write(secret ? others : { ...others, [id]: { url, proxy, message } });
}

/** @returns what keeps it again */
export function forgetAddress(id: string): () => void {
  const address = wholeAddress(id);
  const { [id]: before, ...others } = onDevice();
  inMemory.delete(id);
  write(others);
  return () => {
    if (address) keepAddress(id, address, before === undefined);
  };
}
