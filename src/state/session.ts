import { WORKSPACE } from "../../workers/contract";
import { compute, storage } from "../client/compute";
import { DeviceText } from "../lib/device-text.ts";
import { providerKey } from "./provider-key";
import { type Source, sourceAtom } from "./source-atom";

/** Whether the workspace is closed, in every tab. It is hidden, not encrypted. */
export class Session extends DeviceText implements Source<boolean> {
  /** @param device returns the storage; may throw if the browser refuses */
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

export const lockedAtom = sourceAtom(session);

/** Deletes the keys, cancels running jobs and closes the workspace. Saved data stay. */
export function signOut(): void {
  providerKey.forget();
  void storage.run("forget-api-keys", { workspace: WORKSPACE }, { cache: false });
  compute.close();
  session.lock();
}
