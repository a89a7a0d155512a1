import { type Outcome, succeed } from "../../workers/contract";
import type { NamedKey } from "../../workers/results/jobs/make-key";
import { compute } from "../client/compute";
import { Store } from "../lib/store";
import { withDeviceKeys } from "./device-keys";
import { edits } from "./edits";
import { OtherTabs } from "./other-tabs";
import { sealFile } from "./sealed-file";
import { sourceAtom } from "./source-atom";

/** The name it is kept under in the database of keys. */
const NAME = "signing";

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
const others = new OtherTabs("prospect-signing-key", () => {
  looking = null;
  void signingKey();
});

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
  others.tell();
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

/** Removes the key from this device, as an edit: it comes back where none has taken its place. */
export async function removeSigningKey(): Promise<void> {
  const run = async () => {
    const before = await signingKey();
    await keep(null);
    const undo = async () => {
      if ((await signingKey()) !== null) return false;
      await keep(before);
      return true;
    };
    return succeed({ undo });
  };
  await edits.make({ what: "removal of the signing key", run, stamp: found.read }, "Signing key removed");
}

export const signingKeyAtom = sourceAtom({
  read: found.read,
  subscribe: (listener: () => void) => {
    void signingKey();
    return found.subscribe(listener);
  },
});
