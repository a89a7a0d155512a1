import { compute, storage } from "../client/compute";
import { DeviceText } from "../lib/device-text.ts";
import { providerKey } from "./provider-key";
import { type Source, sourceAtom } from "./source-atom";

/** Whether the workspace is closed to whoever looks at the screen; the same in every tab. It hides, it does not encrypt. */
export class Session extends DeviceText implements Source<boolean> {
  /** @param device gives the storage; may throw where the browser refuses it */
  constructor(device: () => Storage) {
    super(device, "prospect.locked");
  }

  read = (): boolean => this.text() !== null;

  lock(): void {
    this.keep("yes");
  }

  open(): void {
    this.forget();
  }
}

export const session = new Session(() => localStorage);
window.addEventListener("storage", session.follow);

export const lockedAtom = sourceAtom(session);

/** Forgets the keys, ends what is being computed and closes the workspace. What is saved stays. */
export function signOut(): void {
  providerKey.forget();
  void storage.run("forget-api-keys", { workspace: "prospect" }, { cache: false });
  compute.close();
  session.lock();
}
