import * as v from "valibot";
import type { FeedAddress } from "../../../workers/feeds/types";
import { DeviceText } from "../../lib/device-text.ts";

const kept = new DeviceText(() => localStorage, "prospect.feed-addresses");

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

/** URLs that appear to contain a key, kept until the tab is closed. */
const inMemory = new Map<string, FeedAddress>();

function onDevice(): Addresses {
  try {
    const parsed = v.safeParse(schema, JSON.parse(kept.text() ?? "{}"));
    return parsed.success ? parsed.output : {};
  } catch {
    return {};
  }
}

/** An id from an untrusted backup may be "toString", which every object has. */
function keptAddress(id: string): FeedAddress | null {
  const addresses = onDevice();
  return Object.hasOwn(addresses, id) ? addresses[id] : null;
}

const write = (addresses: Addresses): void => kept.keep(JSON.stringify(addresses));

/** The full URL of a feed; null if unknown on this device. */
export const wholeAddress = (id: string): FeedAddress | null => inMemory.get(id) ?? keptAddress(id);

/** Stores the full URL of a feed and its message: on this device, excluded from exports; in memory only if it contains a key. */
export function keepAddress(id: string, { url, proxy, message }: FeedAddress, secret: boolean): void {
  inMemory.set(id, { url, proxy, message });
  const { [id]: _, ...others } = onDevice();
  write(secret ? others : { ...others, [id]: { url, proxy, message } });
}

/** @returns a function that stores it again */
export function forgetAddress(id: string): () => void {
  const address = wholeAddress(id);
  const { [id]: before, ...others } = onDevice();
  inMemory.delete(id);
  write(others);
  return () => {
    if (address) keepAddress(id, address, before === undefined);
  };
}
