import type { Compressors } from "hyparquet";
import { checkSize } from "./inflate";

/**
 * Unpackers of the pages of a column that refuse what would fill the memory: beyond the bytes of which the footer tells, pages are as suspicious
 * as any file.
 * @param told bytes that the footer says the pages have when they are unpacked
 */
export function bounded(unpackers: Compressors, told: number): Compressors {
  let [packed, unpacked] = [0, 0];
  const all = Object.entries(unpackers).map(([codec, unpack]) => {
    const within: typeof unpack = (bytes, size) => {
      packed += bytes.length;
      unpacked += Math.max(0, size);
      if (unpacked > told) checkSize(unpacked, packed);
      return unpack(bytes, size);
    };
    return [codec, within];
  });
  return Object.fromEntries(all);
}
