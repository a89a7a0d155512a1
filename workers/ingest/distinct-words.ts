/** FNV-1a, which distributes short words well. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
const START = 1 << 12;
/** Maximum number of words with the same hash that are searched: more of them are an attack on the hash. */
const MAX_ALIKE = 16;

/** Interns byte words: each gets an index in order of first occurrence, or a new index at each occurrence if too many share its hash. */
export class DistinctWords {
  private bytes = new Uint8Array(START);
  private readonly ends: number[] = [];
  private readonly first = new Map<number, number>();
  /** Chain of words with the same hash: index of the next one, 0 at the end (index 0 never follows another). */
  private readonly next: number[] = [];

  /** The index of a word. */
  placeOf(text: Uint8Array, from: number, to: number): number {
    let hash = OFFSET;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text[at], PRIME);
    let place = this.first.get(hash);
    if (place === undefined) {
      this.first.set(hash, this.ends.length);
      return this.add(text, from, to);
    }
    for (let step = 1; !this.is(place, text, from, to); step++) {
      if (step === MAX_ALIKE) return this.add(text, from, to);
      if (this.next[place] === 0) {
        this.next[place] = this.ends.length;
        return this.add(text, from, to);
      }
      place = this.next[place];
    }
    return place;
  }

  private start(place: number): number {
    return place === 0 ? 0 : this.ends[place - 1];
  }

  private is(place: number, text: Uint8Array, from: number, to: number): boolean {
    const shift = this.start(place) - from;
    if (this.ends[place] - shift !== to) return false;
    for (let at = from; at < to; at++) if (this.bytes[at + shift] !== text[at]) return false;
    return true;
  }

  private add(text: Uint8Array, from: number, to: number): number {
    const start = this.start(this.ends.length);
    const end = start + to - from;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(text.subarray(from, to), start);
    this.next.push(0);
    return this.ends.push(end) - 1;
  }
}
