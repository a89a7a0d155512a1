import { type Outcome, succeed } from "../../workers/contract";
import type { NamedKey } from "../../workers/results/jobs/make-key";
import { compute } from "../client/compute";
import { Store } from "../lib/store";
import { withDeviceKeys } from "./device-keys";
import { sealFile } from "./sealed-file";
import { sourceAtom } from "./source-atom";

/** The name it is kept under in the database of keys. */
const NAME = "signing";
const CHANNEL = "prospect-signing-key";

/** The key results are signed with: undefined until it was looked for, null if there is none. */
const found = new Store<NamedKey | null | undefined>(undefined);
let looking: Promise<NamedKey | null> | null = null;

const isKey = (kept: unknown): kept is NamedKey =>
  typeof kept === "object" && kept !== null && "privateKey" in kept && kept.privateKey instanceof CryptoKey;

const look = (): Promise<NamedKey | null> =>
  withDeviceKeys("readonly", (keys) => keys.get(NAME)).then(
    (kept: unknown) => (isKey(kept) ? kept : null),
    // No database here: there is none.
    () => null,
  );

// The other tabs sign with the key there is now.
const others = new BroadcastChannel(CHANNEL);
others.onmessage = () => {
  looking = null;
  void signingKey();
};

/** The key of this device, if it has one. */
export function signingKey(): Promise<NamedKey | null> {
  looking ??= look().then((key) => {
    found.set(key);
    return key;
  });
  return looking;
}

async function keep(key: NamedKey | null): Promise<void> {
  // Where the device refuses, it is the key until the tab is closed.
  const kept = key ? withDeviceKeys("readwrite", (keys) => keys.put(key, NAME)) : withDeviceKeys("readwrite", (keys) => keys.delete(NAME));
  await kept.catch(() => undefined);
  looking = Promise.resolve(key);
  found.set(key);
  others.postMessage("changed");
}

/**
 * A new key for this device, in the place of one it has.
 * @param passphrase of the copy that is wanted of it, which can be made now only; null for none
 */
export async function makeSigningKey(passphrase: string | null): Promise<Outcome<Blob | null>> {
  const made = await compute.run("make-key", { copied: passphrase !== null }, { cache: false });
  if (!made.ok) return made;
  const { key, copy } = made.value;
  const sealed = copy === null || passphrase === null ? succeed(null) : await sealFile(new Blob([copy]), passphrase, {});
  if (sealed.ok) await keep(key);
  return sealed;
}

/** Takes the key of a copy in, in the place of one this device has. */
export async function takeSigningKey(copy: Blob): Promise<Outcome<NamedKey>> {
  const read = await compute.run("read-key", { file: copy }, { cache: false, priority: "reading" });
  if (read.ok) await keep(read.value);
  return read;
}

/** Forgets the key. @returns puts it back */
export async function forgetSigningKey(): Promise<() => void> {
  const before = await signingKey();
  await keep(null);
  return () => void keep(before);
}

export const signingKeyAtom = sourceAtom({
  read: found.read,
  subscribe: (listener: () => void) => {
    void signingKey();
    return found.subscribe(listener);
  },
});
