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
    // Refused or full: the only copy is in memory, and a hidden page may be terminated without notice.
    for (const type of ["storage", "pagehide", "visibilitychange"]) globalThis.addEventListener?.(type, this.follow);
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

  /** Handles a change by another tab, which may have freed space, and the end of the page. */
  private follow = ({ key }: Event & { key?: string | null }): void => {
    if (key === null || key === this.key) {
      this.memory = null;
      this.refused = null;
      this.emit();
    } else if (this.refused) this.attempt(this.refused);
  };

  private attempt(work: (device: Storage) => void): void {
    try {
      work(this.device());
      this.refused = null;
    } catch {
      this.refused = work;
    }
    this.emit();
  }
}
