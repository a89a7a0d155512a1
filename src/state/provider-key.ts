import { type Source, sourceAtom } from "./source-atom";

const KEY = "prospect.provider-key";

/**
 * The key of the language-model provider. It is kept apart from the settings, so that no export, backup, link or log can hold it;
 * only whoever calls the provider reads it.
 */
export class ProviderKey implements Source<boolean> {
  private memory: string | null = null;
  private readonly listeners = new Set<() => void>();

  /** @param device gives the storage; may throw where the browser refuses it */
  constructor(private readonly device: () => Storage) {}

  /** Whether there is one: components may know that much. */
  read = (): boolean => this.secret() !== null;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The key itself, for the header of a call. */
  secret(): string | null {
    try {
      return this.device().getItem(KEY) ?? this.memory;
    } catch {
      return this.memory;
    }
  }

  /** Keeps a key on the device, or until the tab is closed where the device refuses. */
  keep(key: string): void {
    this.memory = key;
    this.attempt((device) => device.setItem(KEY, key));
  }

  /** Keeps a key until the tab is closed; one on the device is forgotten. */
  hold(key: string): void {
    this.memory = key;
    this.attempt((device) => device.removeItem(KEY));
  }

  forget(): void {
    this.memory = null;
    this.attempt((device) => device.removeItem(KEY));
  }

  follow = ({ key }: Pick<StorageEvent, "key">): void => {
    if (key !== null && key !== KEY) return;
    this.memory = null;
    this.changed();
  };

  private attempt(work: (device: Storage) => void): void {
    try {
      work(this.device());
    } catch {
      // Refused: the key in memory is all there is.
    }
    this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

export const providerKey = new ProviderKey(() => localStorage);
window.addEventListener("storage", providerKey.follow);

/** Whether a key is kept. */
export const hasProviderKeyAtom = sourceAtom(providerKey);
