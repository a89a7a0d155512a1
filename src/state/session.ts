import { compute, storage } from "../client/compute";
import { providerKey } from "./provider-key";
import { type Source, sourceAtom } from "./source-atom";

const KEY = "prospect.locked";

/** Whether the workspace is closed to whoever looks at the screen; the same in every tab. It hides, it does not encrypt. */
export class Session implements Source<boolean> {
  private memory = false;
  private readonly listeners = new Set<() => void>();

  /** @param device gives the storage; may throw where the browser refuses it */
  constructor(private readonly device: () => Storage) {}

  read = (): boolean => {
    try {
      return this.device().getItem(KEY) !== null || this.memory;
    } catch {
      return this.memory;
    }
  };

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  lock(): void {
    this.memory = true;
    this.attempt((device) => device.setItem(KEY, "yes"));
  }

  open(): void {
    this.memory = false;
    this.attempt((device) => device.removeItem(KEY));
  }

  follow = ({ key }: Pick<StorageEvent, "key">): void => {
    if (key !== null && key !== KEY) return;
    this.memory = false;
    this.changed();
  };

  private attempt(work: (device: Storage) => void): void {
    try {
      work(this.device());
    } catch {
      // Refused: it holds for this tab.
    }
    this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
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
