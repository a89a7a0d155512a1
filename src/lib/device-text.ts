import { Listened } from "./store";
/** A text kept on the device, or until the tab is closed where the device refuses; the same in every tab. */
export class DeviceText extends Listened {
  private memory: string | null = null;
  /** Whether the device still holds something older, because it refused the last change. */
  private refused = false;

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
    if (key !== null && key !== this.key) return;
    this.memory = null;
    this.refused = false;
    this.tell();
  };

  private attempt(work: (device: Storage) => void): void {
    try {
      work(this.device());
      this.refused = false;
    } catch {
      // Refused or full: what is in memory is all there is.
      this.refused = true;
    }
    this.tell();
  }
}
