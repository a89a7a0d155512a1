import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { snappyUncompress } from "hyparquet/src/snappy.js";
import { decompressZstd } from "hyparquet-compressors";

/** The unpacked block by the libraries; null if it is damaged or has another size. */
export function unpackedTwin(codec: "snappy" | "zstd", packed: Uint8Array, size: number): Uint8Array | null {
  try {
    const out = codec === "zstd" ? decompressZstd(packed) : new Uint8Array(size);
    if (codec === "snappy") snappyUncompress(packed, out);
    return out.length === size ? out : null;
  } catch {
    return null;
  }
}

/** Values of runs, by hyparquet. */
export function runsTwin(packed: Uint8Array, width: number, count: number): Uint32Array {
  const out = new Uint32Array(count);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  readRleBitPackedHybrid({ view, offset: 0 }, width, out, packed.length);
  return out;
}
