import { Listened } from "./store";
/**
 * A text stored on the device, synchronized between tabs; if storage refuses it, it is kept until the tab is closed, and storing is
 * retried.
 */
export class DeviceText extends Listened {
  private memory: string | null = null;
  /** The last change, if storage refused it and still has an older value: only in memory. */
  refused: ((device: Storage) => void) | null = null;

  /**
   * @param device returns the storage; may throw if the browser refuses
   * @param key storage key
   */
  constructor(
    private readonly device: () => Storage,
    private readonly key: string,
  ) {
    super();
  }

  /** Null if nothing is stored. */
  text(): string | null {
    if (this.refused) return this.memory;
    try {
      return this.device().getItem(this.key) ?? this.memory;
    } catch {
      return this.memory;
    }
  }

  keep(text: string): void {
    this.memory = text;
    this.attempt((device) => device.setItem(this.key, text));
  }

  /** Keeps a text, or none, until the tab is closed, and removes the stored one. */
  hold(text: string | null): void {
    this.memory = text;
    this.attempt((device) => device.removeItem(this.key));
  }

  forget(): void {
    this.hold(null);
  }

  /** Handles a change by another tab. */
  follow = ({ key }: Pick<StorageEvent, "key">): void => {
    if (key === null || key === this.key) {
      this.memory = null;
      this.refused = null;
      this.emit();
    } else {
      // A change by another tab may have freed space.
      this.tryAgain();
    }
  };

  private attempt(work: (device: Storage) => void): void {
    try {
      work(this.device());
      this.refused = null;
    } catch {
      // Refused or full: the only copy is in memory, and a hidden page may be terminated without notice.
      this.refused = work;
      for (const end of ["pagehide", "visibilitychange"]) globalThis.addEventListener?.(end, this.tryAgain, { once: true });
    }
    this.emit();
  }

  private tryAgain = (): void => {
    if (this.refused) this.attempt(this.refused);
  };
}
