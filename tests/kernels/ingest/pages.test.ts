import fc from "fast-check";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { describe, expect, it } from "vitest";
import { PageDecoder } from "../../../workers/ingest/formats/page-decoder";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { runs } from "../../fixtures/in-all";
import { ZSTD_FRAMES } from "../../fixtures/ingest/zstd-frames";
import { testContext } from "../context";
import { runsTwin, unpackedTwin } from "../reference/pages";

type Codec = "snappy" | "zstd";
const context = await testContext();
const kernels: KernelsOf<"pages"> = await context.load("pages");
const { arena } = context;
/** Kernels may write this far past the end of their output, and no further. */
const MARGIN = 16;
const GUARD = 64;
const MARK = 0xaa;

function put(bytes: Uint8Array): number {
  const address = arena.takeBytes(bytes.length);
  arena.bytes(address, bytes.length).set(bytes);
  return address;
}

/** Output of a kernel, null if it refuses. Throws if it wrote outside its buffer. */
function unpacked(codec: Codec, packed: Uint8Array, size: number): Uint8Array | null {
  return arena.scope(() => {
    const from = put(packed);
    const guarded = arena.takeBytes(GUARD + size + MARGIN + GUARD);
    const room = arena.takeBytes(131_200);
    arena.bytes(guarded, GUARD + size + MARGIN + GUARD).fill(MARK);
    const to = guarded + GUARD;
    const isWhole =
      codec === "snappy" ? kernels.unpackSnappy(from, packed.length, to, size) : kernels.unpackZstd(from, packed.length, to, size, room);
    const beside = [...arena.bytes(guarded, GUARD), ...arena.bytes(to + size + MARGIN, GUARD)];
    if (beside.some((byte) => byte !== MARK)) throw new Error("a byte beside the room was written");
    return isWhole ? arena.bytes(to, size).slice() : null;
  });
}

/** A varint: seven bits per byte. */
const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
const snappy = (size: number, ...elements: number[]) => Uint8Array.of(...varint(size), ...elements);
/** A literal of bytes, and a copy with a two-byte distance. */
const literal = (...bytes: number[]) => [(bytes.length - 1) << 2, ...bytes];
const copy = (distance: number, length: number) => [((length - 1) << 2) | 2, distance & 255, distance >> 8];

const bytes = fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 90 })), { maxLength: 200 }).map((pieces) => {
  // Runs, arithmetic steps and copies: each leads to its own kind of element.
  const out: number[] = [];
  for (const [value, length] of pieces)
    for (let k = 0; k < length; k++) out.push(value < 80 ? value : value < 160 ? (value * k) & 255 : (out[out.length - value] ?? value));
  return Uint8Array.from(out);
});

/** Flips a bit of a block, or truncates it. */
function spoil(packed: Uint8Array, [at, bit, cut]: [at: number, bit: number, cut: boolean]): Uint8Array {
  const place = Math.floor(at * packed.length);
  if (cut) return packed.slice(0, place);
  const spoiled = packed.slice();
  spoiled[place] ^= 1 << bit;
  return spoiled;
}
const harm = fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.integer({ min: 0, max: 7 }), fc.boolean());

describe("Snappy", () => {
  it("unpacks what was packed, like hyparquet", () => {
    fc.assert(
      fc.property(bytes, (plain) => {
        const packed = Uint8Array.from(snappyCompress(plain));
        expect(unpacked("snappy", packed, plain.length)).toEqual(plain);
        expect(unpackedTwin("snappy", packed, plain.length)).toEqual(plain);
      }),
      { numRuns: runs(200), seed: 11 },
    );
  });

  it("copies overlap their own output, at every distance and length", () => {
    const begin = Array.from({ length: 40 }, (_, k) => k + 1);
    for (let distance = 1; distance <= begin.length; distance++)
      for (let length = 1; length <= 64; length++) {
        const packed = snappy(begin.length + length, ...literal(...begin), ...copy(distance, length));
        const found = unpacked("snappy", packed, begin.length + length);
        expect(found, `${length} bytes from ${distance} back`).toEqual(unpackedTwin("snappy", packed, begin.length + length));
        expect(found).not.toBeNull();
      }
  });

  it("refuses lengths and distances beyond either end", () => {
    const whole = snappy(8, ...literal(1, 2, 3, 4), ...copy(4, 4));
    expect(unpacked("snappy", whole, 8)).toEqual(Uint8Array.of(1, 2, 3, 4, 1, 2, 3, 4));
    for (let length = 0; length < whole.length; length++) expect(unpacked("snappy", whole.slice(0, length), 8), `${length}`).toBeNull();
    for (const wrong of [
      snappy(9, ...literal(1, 2, 3, 4), ...copy(4, 4)),
      snappy(8, ...literal(1, 2, 3, 4), ...copy(5, 4)),
      snappy(8, ...literal(1, 2, 3, 4), ...copy(0, 4)),
      snappy(8, ...literal(1, 2, 3, 4), ...copy(4, 5)),
      snappy(8, ...literal(1, 2, 3, 4), 7 << 2, 5, 6),
      snappy(8, ...copy(1, 8)),
      snappy(8, ...literal(1, 2, 3, 4), (3 << 2) | 3, 0xff, 0xff, 0xff, 0xff),
      snappy(8, 63 << 2, 0xff, 0xff, 0xff, 0xff, 1, 2, 3),
      Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1),
    ])
      expect(unpacked("snappy", wrong, 8), `${wrong}`).toBeNull();
  });

  it("with flipped bits or truncated is refused or unpacked like hyparquet, and writes nothing out of bounds", () => {
    fc.assert(
      fc.property(bytes, harm, (plain, how) => {
        const packed = spoil(Uint8Array.from(snappyCompress(plain)), how);
        const found = unpacked("snappy", packed, plain.length);
        if (found) expect(found).toEqual(unpackedTwin("snappy", packed, plain.length));
      }),
      { numRuns: runs(1000), seed: 12 },
    );
  });
});

describe("Zstandard", () => {
  const frames = Object.entries(ZSTD_FRAMES).map(([name, [base64, size]]) => {
    const packed = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return { name, packed, size };
  });

  it.each(frames)("unpacks $name like fzstd", ({ packed, size }) => {
    const plain = unpackedTwin("zstd", packed, size);
    expect(plain).not.toBeNull();
    expect(unpacked("zstd", packed, size)).toEqual(plain);
    expect(unpacked("zstd", packed, size + 1)).toBeNull();
    if (size > 0) expect(unpacked("zstd", packed, size - 1)).toBeNull();
  });

  it.each(frames)("refuses $name truncated anywhere", ({ packed, size }) => {
    const step = Math.max(1, Math.floor(packed.length / 300));
    // A frame is complete without the frame after it.
    for (let length = 1; length < packed.length; length += step)
      expect(unpacked("zstd", packed.slice(0, length), size), `${length}`).toBeNull();
  });

  it("with flipped bits is refused or unpacked, and writes nothing out of bounds", () => {
    let [held, refused] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom(...frames), fc.array(harm, { minLength: 1, maxLength: 3 }), ({ packed, size }, many) => {
        const found = unpacked(
          "zstd",
          many.reduce<Uint8Array>((all, [at, bit]) => spoil(all, [at, bit, false]), packed),
          size,
        );
        if (found) held++;
        else refused++;
      }),
      { numRuns: runs(3000), seed: 13 },
    );
    expect(held).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});

describe("page sizes", () => {
  it("that are impossible are refused before a kernel runs or memory is allocated", async () => {
    const decoder = await PageDecoder.load(context);
    const plain = new Uint8Array(500);
    // A block that repeats one byte.
    const pages = { SNAPPY: Uint8Array.from(snappyCompress(plain)), ZSTD: Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0xa3, 0x0f, 0, 0) };
    for (const unpackers of [decoder.apart, decoder.inTurn])
      for (const codec of ["SNAPPY", "ZSTD"] as const) {
        expect(unpackers[codec](pages[codec], plain.length)).toEqual(plain);
        for (const size of [-1, -100, 2 ** 40, Number.NaN])
          expect(() => unpackers[codec](pages[codec], size), `${codec} of ${size}`).toThrow(`a page has ${size} bytes`);
      }
  });
});

describe("runs and dictionaries", () => {
  const taken = (packed: Uint8Array, width: number, count: number) =>
    arena.scope(() => {
      const from = put(packed);
      const out = arena.takeBytes(4 * count);
      return kernels.unpackRuns(from, packed.length, width, out, count)
        ? new Uint32Array(arena.bytes(out, 4 * count).slice().buffer)
        : null;
    });
  /** Runs, and bit-packed groups of eight, for a given width. */
  const hybrid = fc.integer({ min: 1, max: 24 }).chain((width) =>
    fc.record({
      width: fc.constant(width),
      packed: fc
        .array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 40 }), fc.infiniteStream(fc.integer({ min: 0, max: 255 }))), {
          minLength: 1,
          maxLength: 12,
        })
        .map((pieces) => {
          const one = (values: Iterator<number>, length: number) => Array.from({ length }, () => values.next().value as number);
          let count = 0;
          const packed = pieces.flatMap(([isRun, length, values]) => {
            count += isRun ? length : 8 * ((length % 8) + 1);
            if (!isRun) return [...varint((((length % 8) + 1) << 1) | 1), ...one(values, width * ((length % 8) + 1))];
            const value = one(values, Math.ceil(width / 8));
            if (width % 8 > 0) value[value.length - 1] &= (1 << (width % 8)) - 1;
            return [...varint(length << 1), ...value];
          });
          return { bytes: Uint8Array.from(packed), count };
        }),
    }),
  );

  it("are unpacked like hyparquet, in full or in part", () => {
    fc.assert(
      fc.property(hybrid, fc.double({ min: 0, max: 1, noNaN: true }), ({ width, packed }, share) => {
        for (const count of [packed.count, Math.floor(share * packed.count)])
          expect(taken(packed.bytes, width, count)).toEqual(runsTwin(packed.bytes, width, count));
        expect(taken(packed.bytes, width, packed.count + 1)).toBeNull();
      }),
      { numRuns: runs(300), seed: 14 },
    );
  });

  it("have widths of up to 32 bits", () => {
    const packed = Uint8Array.of(3, ...Array.from({ length: 32 }, (_, k) => (k % 4 === 3 ? 0xfe : k)));
    expect(taken(packed, 32, 8)).toEqual(new Uint32Array(packed.slice(1).buffer));
    expect(taken(Uint8Array.of(4, 0xff, 0xff, 0xff, 0xff), 32, 2)).toEqual(Uint32Array.of(0xffffffff, 0xffffffff));
  });

  it("index the dictionary, and nothing beyond it", () => {
    const dictionary = Float64Array.of(1.5, -0, Number.NaN, 4e300);
    const found = (...places: number[]) =>
      arena.scope(() => {
        const from = put(new Uint8Array(Uint32Array.from(places).buffer));
        const out = arena.take(places.length);
        return kernels.lookUp(from, places.length, arena.put(dictionary), dictionary.length, out)
          ? arena.view(out, places.length).slice()
          : null;
      });
    const runs = Uint8Array.of(4, 3, 4, 1, 2, 0);
    expect(found(...runsTwin(runs, 2, 5))).toEqual(Float64Array.of(4e300, 4e300, -0, -0, 1.5));
    expect(found(0, 2, 3)).toEqual(Float64Array.of(1.5, Number.NaN, 4e300));
    expect(found(0, 4)).toBeNull();
    expect(found(0xffffffff)).toBeNull();
  });
});
