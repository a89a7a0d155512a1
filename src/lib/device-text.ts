import { Listened } from "./store";
/** A text kept on the device, or until the tab is closed where the device refuses, which is asked again; the same in every tab. */
export class DeviceText extends Listened {
  private memory: string | null = null;
  /** The last change, where the device refused it and still holds something older. */
  private refused: ((device: Storage) => void) | null = null;

  /**
   * @param device gives the storage; may throw where the browser refuses it
   * @param key the name it is kept by
   */
  constructor(
    private readonly device: () => Storage,
    private readonly key: string,
  ) {
    super();
  }

  /** Null where nothing is kept. */
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

  /** Keeps a text until the tab is closed; one on the device is forgotten. */
  hold(text: string): void {
    this.memory = text;
    this.attempt((device) => device.removeItem(this.key));
  }

  forget(): void {
    this.memory = null;
    this.attempt((device) => device.removeItem(this.key));
  }

  /** Another tab has changed what is kept. */
  follow = ({ key }: Pick<StorageEvent, "key">): void => {
    if (key === null || key === this.key) {
      this.memory = null;
      this.refused = null;
      this.tell();
    } else {
      // What another tab has written or removed may have made room.
      this.tryAgain();
    }
  };

  private attempt(work: (device: Storage) => void): void {
    try {
      work(this.device());
      this.refused = null;
    } catch {
      // Refused or full: what is in memory is all there is. A hidden page may be ended without another word.
      this.refused = work;
      for (const end of ["pagehide", "visibilitychange"]) globalThis.addEventListener?.(end, this.tryAgain, { once: true });
    }
    this.tell();
  }

  private tryAgain = (): void => {
    if (this.refused) this.attempt(this.refused);
  };
}
