import type { DataReader } from "hyparquet";
import type { Count } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { Arena } from "../../runtime/wasm/arena";
import type { KernelsOf } from "../../runtime/wasm/kernels";

/** The kernels of a thread. */
export type PageContext = Pick<JobContext, "arena" | "load">;

/** Codecs whose pages the kernels decompress, and their maximum expansion ratios. */
const EXPANSION = { SNAPPY: 64 / 3, ZSTD: 2 ** 15 };
type Codec = keyof typeof EXPANSION;
type Unpackers = Record<Codec, (packed: Uint8Array, size: Count) => Uint8Array>;
/** Work area of the Zstandard kernel, in bytes. */
const ZSTD_ROOM = 131_200;
/** Bytes that kernels may write past the output. */
const MARGIN = 16;
const MAX_WIDTH = 32;

export const damaged = (what: string) => new Error(`a page has ${what}`);

/** Numbers of a dictionary, in the kernels' memory. */
export interface Dictionary {
  address: number;
  size: Count;
}

/** Decompresses and decodes the pages of a file by kernels. */
export class PageDecoder {
  private room = new Uint8Array(0);

  private constructor(
    private readonly arena: Arena,
    private readonly kernels: KernelsOf<"pages">,
  ) {}

  static async load({ arena, load }: PageContext): Promise<PageDecoder> {
    return new PageDecoder(arena, await load("pages"));
  }

  /** Whether pages of a codec need no library. */
  static knows = (codec: string): boolean => codec === "UNCOMPRESSED" || codec in EXPANSION;

  /** Decompresses each page into a separate buffer. */
  readonly apart = this.unpackers(true);

  /** Decompresses each page into the same buffer. */
  readonly inTurn = this.unpackers(false);

  /** Frees the kernels' memory allocated by `work`. */
  scope<T>(work: () => T): T {
    return this.arena.scope(work);
  }

  private put(bytes: Uint8Array): number {
    const address = this.arena.takeBytes(bytes.length);
    this.arena.bytes(address, bytes.length).set(bytes);
    return address;
  }

  private unpackers(isApart: boolean): Unpackers {
    return {
      SNAPPY: (bytes, size) => this.unpack("SNAPPY", bytes, size, isApart),
      ZSTD: (bytes, size) => this.unpack("ZSTD", bytes, size, isApart),
    };
  }

  private unpack(codec: Codec, packed: Uint8Array, size: Count, isApart: boolean): Uint8Array {
    // A page without values may lack even its presence levels.
    if (size === 0) return new Uint8Array(0);
    // Checked before memory is allocated; kernels take a negative size for one of gigabytes.
    if (!(size > 0 && size <= packed.length * EXPANSION[codec])) throw damaged(`${size} bytes, which it cannot have`);
    return this.arena.scope(() => {
      const { arena, kernels } = this;
      const from = this.put(packed);
      const to = arena.takeBytes(size + MARGIN);
      const isWhole =
        codec === "SNAPPY"
          ? kernels.unpackSnappy(from, packed.length, to, size)
          : kernels.unpackZstd(from, packed.length, to, size, arena.takeBytes(ZSTD_ROOM));
      if (!isWhole) throw damaged("bytes that do not match its header");
      if (!isApart && this.room.length < size) this.room = new Uint8Array(size);
      const unpacked = isApart ? new Uint8Array(size) : this.room.subarray(0, size);
      unpacked.set(arena.bytes(to, size));
      return unpacked;
    });
  }

  /** Address of the dictionary indices of a page's values; the caller frees it. */
  private unpackPlaces({ view, offset }: DataReader, count: Count): number {
    if (offset >= view.byteLength) throw damaged("no values");
    const { arena, kernels } = this;
    const width = view.getUint8(offset);
    const packed = new Uint8Array(view.buffer, view.byteOffset + offset + 1, view.byteLength - offset - 1);
    const from = this.put(packed);
    const places = arena.takeBytes(count * Uint32Array.BYTES_PER_ELEMENT);
    if (width === 0) arena.bytes(places, count * Uint32Array.BYTES_PER_ELEMENT).fill(0);
    else if (width > MAX_WIDTH || !kernels.unpackRuns(from, packed.length, width, places, count))
      throw damaged("fewer values than its header says");
    return places;
  }

  /** Dictionary indices of a page's values. @param size of the dictionary */
  placesIn(reader: DataReader, count: Count, size: Count): Int32Array<ArrayBuffer> {
    if (count === 0) return new Int32Array(0);
    const places = this.arena.scope(() => {
      const address = this.unpackPlaces(reader, count);
      return new Int32Array(this.arena.bytes(address, count * Int32Array.BYTES_PER_ELEMENT).slice().buffer);
    });
    // An index loop: an iterator over fifty million indices takes longer than reading them.
    let largest = 0;
    for (let row = 0; row < count; row++) if (places[row] >>> 0 > largest) largest = places[row] >>> 0;
    if (largest >= size) throw damaged("a value missing from its dictionary");
    return places;
  }

  /** Copies the numbers of a dictionary to the kernels' memory, for lookups until the scope ends. */
  dictionary(numbers: Float64Array): Dictionary {
    return { address: this.arena.put(numbers), size: numbers.length };
  }

  /** Writes the numbers of a page that are given by dictionary indices. */
  lookUp(reader: DataReader, { address, size }: Dictionary, numbers: Float64Array): void {
    this.arena.scope(() => {
      const places = this.unpackPlaces(reader, numbers.length);
      const out = this.arena.take(numbers.length);
      if (!this.kernels.lookUp(places, numbers.length, address, size, out)) throw damaged("a value missing from its dictionary");
      numbers.set(this.arena.view(out, numbers.length));
    });
  }
}
