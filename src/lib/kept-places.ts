import type { Count, Millis } from "../../workers/contract";
import { DeviceText } from "./device-text.ts";

/** Delay of writing after a change: scrolling or dragging changes the place with every frame. */
const WRITE_DELAY: Millis = 300;

/**
 * Stores where the user was in some content, as a few numbers per place, and restores it with the same content. The latest places are kept
 * on the device; `write` is to be called before the page is closed.
 */
export class KeptPlaces {
  private changed = new Map<string, readonly number[] | null>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly text: DeviceText;

  /**
   * @param device returns the storage; may throw if the browser refuses
   * @param name storage key
   * @param numbers count per place
   * @param most maximum number of places; beyond it the least recently changed is dropped
   */
  constructor(
    device: () => Storage,
    name: string,
    private readonly numbers: Count,
    private readonly most: Count,
  ) {
    this.text = new DeviceText(device, name);
  }

  find(key: string): readonly number[] | null {
    const changed = this.changed.get(key);
    return changed === undefined ? (this.stored().get(key) ?? null) : changed;
  }

  /** @param place null for the default, which is not stored */
  keep(key: string, place: readonly number[] | null): void {
    this.changed.delete(key);
    this.changed.set(key, place);
    clearTimeout(this.timer);
    this.timer = setTimeout(this.write, WRITE_DELAY);
  }

  /** Writes changes; those of other tabs are kept. */
  write = (): void => {
    clearTimeout(this.timer);
    if (this.changed.size === 0) return;
    const places = this.stored();
    for (const [key, place] of this.changed) {
      places.delete(key);
      if (place) places.set(key, place);
    }
    this.changed.clear();
    this.text.keep(JSON.stringify([...places].slice(-this.most).map(([key, place]) => [key, ...place])));
  };

  private stored(): Map<string, readonly number[]> {
    try {
      const list: unknown = JSON.parse(this.text.text() ?? "[]");
      return new Map((Array.isArray(list) ? list : []).flatMap((one) => (this.isPlace(one) ? [[one[0], one.slice(1) as number[]]] : [])));
    } catch {
      return new Map();
    }
  }

  private isPlace = (one: unknown): one is [string, ...number[]] =>
    Array.isArray(one) &&
    one.length === this.numbers + 1 &&
    one.every((value, place) => (place === 0 ? typeof value === "string" : Number.isFinite(value)));
}

/**
 * 64-bit hash of the content a place refers to (FNV-1a and a second mix of the same bytes), so that stored keys reveal nothing of the data.
 */
export function placeKey(...parts: readonly (string | number)[]): string {
  const text = parts.join("\n");
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b) ^ (low >>> 15);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36);
}
