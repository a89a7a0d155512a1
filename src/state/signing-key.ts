import { type Outcome, succeed } from "../../workers/contract";
import type { NamedKey } from "../../workers/results/jobs/make-key";
import { compute } from "../client/compute";
import { Store } from "../lib/store";
import { withDeviceKeys } from "./device-keys";
import { edits } from "./edits";
import { OtherTabs } from "./other-tabs";
import { sealFile } from "./sealed-file";
import { sourceAtom } from "./source-atom";

/** Its name in the key database. */
const NAME = "signing";

/** The key used to sign results: undefined until loaded, null if there is none. */
const found = new Store<NamedKey | null | undefined>(undefined);
let looking: Promise<NamedKey | null> | null = null;

const isKey = (kept: unknown): kept is NamedKey =>
  typeof kept === "object" && kept !== null && "privateKey" in kept && kept.privateKey instanceof CryptoKey;

const look = (): Promise<NamedKey | null> =>
  withDeviceKeys("readonly", (keys) => keys.get(NAME)).then(
    (kept: unknown) => (isKey(kept) ? kept : null),
    // No database: there is none.
    () => null,
  );

// Other tabs reload the key, so that they sign with the current one.
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
  // If storage refuses, it is used until the tab is closed.
  const kept = key ? withDeviceKeys("readwrite", (keys) => keys.put(key, NAME)) : withDeviceKeys("readwrite", (keys) => keys.delete(NAME));
  await kept.catch(() => undefined);
  looking = Promise.resolve(key);
  found.set(key);
  others.post();
}

/**
 * Creates a new key for this device, replacing any existing one.
 * @param passphrase for a copy, which can be made only now; null for none
 */
export async function makeSigningKey(passphrase: string | null): Promise<Outcome<Blob | null>> {
  const made = await compute.run("make-key", { copied: passphrase !== null }, { cache: false });
  if (!made.ok) return made;
  const { key, copy } = made.value;
  const sealed = copy === null || passphrase === null ? succeed(null) : await sealFile(new Blob([copy]), passphrase, {});
  if (sealed.ok) await keep(key);
  return sealed;
}

/** Imports the key of a copy, replacing any existing one. */
export async function takeSigningKey(copy: Blob): Promise<Outcome<NamedKey>> {
  const read = await compute.run("read-key", { file: copy }, { cache: false, priority: "reading" });
  if (read.ok) await keep(read.value);
  return read;
}

/** Removes the key from this device, as an edit: undo restores it unless there is another. */
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
