import type { AsyncBuffer } from "hyparquet";
import type { Count } from "../../contract";

/** Bytes [start, end) of a file. */
export interface ByteRange {
  start: Count;
  end: Count;
}

/** Nearby parts are read together up to this size: a browser takes four milliseconds for a read, however small. */
const WINDOW: Count = 4 << 20;
/** A longer part is not prefetched while another is being decoded. */
const MAX_AHEAD: Count = 16 << 20;
/** Gaps between two parts are read along with them, up to this size. */
const MAX_GAP: Count = 1 << 16;
/** Windows in flight while one is decoded. */
const AHEAD = 2;

/** Ranges in file order, merged if they are near each other; each range lies within one window. */
function joined(ranges: readonly ByteRange[]): ByteRange[] {
  const windows: ByteRange[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = windows.at(-1);
    const isNear = last && start - last.end <= MAX_GAP && (end <= last.end || end - last.start <= WINDOW);
    if (isNear) last.end = Math.max(last.end, end);
    else windows.push({ start, end });
  }
  return windows;
}

/**
 * Reads the parts of a file that will be requested, roughly in file order, in a few large pieces: while one is decoded, the next ones are
 * loading. Pieces before the current one are released.
 */
export class ByteWindows {
  private readonly windows: ByteRange[];
  private readonly read = new Map<number, Promise<ArrayBuffer>>();

  /** @param ranges within the file, each of which is requested as such */
  constructor(
    private readonly file: AsyncBuffer,
    ranges: readonly ByteRange[],
  ) {
    this.windows = joined(ranges);
  }

  /** The bytes of one of the ranges. */
  async bytes({ start, end }: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
    const place = this.placeOf(start, end);
    for (const old of this.read.keys()) if (old < place || old > place + AHEAD) this.read.delete(old);
    const reading = this.begin(place);
    for (let next = place + 1; next <= place + AHEAD; next++) {
      const { [next]: window } = this.windows;
      if (window && window.end - window.start <= MAX_AHEAD) this.begin(next);
    }
    const offset = start - this.windows[place].start;
    return new Uint8Array(await reading, offset, end - start);
  }

  private begin(place: number): Promise<ArrayBuffer> {
    const known = this.read.get(place);
    if (known) return known;
    const { start, end } = this.windows[place];
    const reading = Promise.resolve(this.file.slice(start, end));
    // A failure is reported to whoever requests the window; until then it must not count as unhandled.
    reading.catch(() => undefined);
    this.read.set(place, reading);
    return reading;
  }

  /** The last window that begins at or before `start` and contains the range. */
  private placeOf(start: Count, end: Count): number {
    let [low, high] = [0, this.windows.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.windows[middle].start <= start) low = middle;
      else high = middle;
    }
    const window = this.windows[low];
    if (!(window && window.start <= start && end <= window.end)) throw new Error(`bytes ${start} to ${end} were not announced`);
    return low;
  }
}
