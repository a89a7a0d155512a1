import * as v from "valibot";
import { fail, type Outcome, succeed } from "../../workers/contract";
import type { PublicKey } from "../../workers/results";
import { momentSchema } from "../../workers/runtime/schema";
import { isSame } from "../lib/is-same.ts";
import { Store } from "../lib/store";
import { withDeviceKeys } from "./device-keys";
import { edits } from "./edits";
import { OtherTabs } from "./other-tabs";
import { MAX_NAME } from "./signer-names";
import { sourceAtom } from "./source-atom";

/**
 * Each is stored under this prefix and its fingerprint in the key database, which is not in backups: only this device's user can add trust.
 */
const NAME = "signer:";

const signerSchema = v.object({
  publicKey: v.pipe(v.string(), v.maxLength(1000)),
  fingerprint: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME)),
  trustedAt: momentSchema,
});
/** A key whose holder the user has named. */
export type KnownSigner = v.InferOutput<typeof signerSchema>;

/** In the order they were added; undefined until loaded. */
const found = new Store<readonly KnownSigner[] | undefined>(undefined);

async function look(): Promise<void> {
  const range = IDBKeyRange.bound(NAME, `${NAME}\uffff`);
  // Without a database there are none.
  const kept = await withDeviceKeys<unknown[]>("readonly", (keys) => keys.getAll(range)).catch(() => []);
  const sound = kept.flatMap((one) => {
    const parsed = v.safeParse(signerSchema, one);
    return parsed.success ? [parsed.output] : [];
  });
  found.set(sound.sort((a, b) => a.trustedAt - b.trustedAt));
}

const others = new OtherTabs("prospect-known-signers", () => void look());

const knownAs = (fingerprint: string): KnownSigner | null => found.read()?.find((one) => one.fingerprint === fingerprint) ?? null;

async function keep(fingerprint: string, signer: KnownSigner | null): Promise<Outcome<null>> {
  const id = NAME + fingerprint;
  try {
    await (signer ? withDeviceKeys("readwrite", (keys) => keys.put(signer, id)) : withDeviceKeys("readwrite", (keys) => keys.delete(id)));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return fail("storage", error.name === "QuotaExceededError" ? "storage/full" : "storage/refused");
  }
  await look();
  others.post();
  return succeed(null);
}

/** Changes what is known about a key, as an undoable edit, unless it has been changed since. */
function change(fingerprint: string, next: (before: KnownSigner | null) => KnownSigner | null, what: string, message: string) {
  const run = async () => {
    const before = knownAs(fingerprint);
    const after = next(before);
    const kept = await keep(fingerprint, after);
    const undo = () => isSame(knownAs(fingerprint), after) && keep(fingerprint, before);
    return kept.ok ? succeed({ undo }) : kept;
  };
  return edits.make({ what, run, stamp: () => JSON.stringify(knownAs(fingerprint)) }, message);
}

/** Names the holder of a key: files signed with it show that name. */
export const trustSigner = ({ publicKey, fingerprint }: PublicKey, name: string) =>
  change(
    fingerprint,
    () => ({ publicKey, fingerprint, name, trustedAt: Date.now() }),
    `trust in the key of ${name}`,
    `Key of ${name} trusted`,
  );

export const renameSigner = (signer: KnownSigner, name: string) =>
  change(
    signer.fingerprint,
    (before) => ({ ...(before ?? signer), name }),
    `renaming of known signer ${signer.name}`,
    `Renamed to ${name}`,
  );

export const removeSigner = ({ fingerprint, name }: KnownSigner) =>
  change(fingerprint, () => null, `removal of known signer ${name}`, `Removed ${name}`);

export const knownSignersAtom = sourceAtom({
  read: found.read,
  subscribe: (listener: () => void) => {
    void look();
    return found.subscribe(listener);
  },
});
