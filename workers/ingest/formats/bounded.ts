import type { Compressors } from "hyparquet";
import { checkSize } from "./inflate";

/**
 * Decompressors for the pages of a column that refuse what would exhaust memory: beyond the size stated in the footer, pages are checked
 * like any archive.
 * @param told uncompressed size of the pages according to the footer
 */
export function bounded(unpackers: Compressors, declared: number): Compressors {
  let [packed, unpacked] = [0, 0];
  const all = Object.entries(unpackers).map(([codec, unpack]) => {
    const within: typeof unpack = (bytes, size) => {
      packed += bytes.length;
      unpacked += Math.max(0, size);
      if (unpacked > declared) checkSize(unpacked, packed);
      return unpack(bytes, size);
    };
    return [codec, within];
  });
  return Object.fromEntries(all);
}
