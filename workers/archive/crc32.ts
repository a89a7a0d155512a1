const POLYNOMIAL = 0xedb88320;
const LANES = 4;

/** Tables for four bytes at a time. */
const tables = (() => {
  const made = Array.from({ length: LANES }, () => new Uint32Array(256));
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    made[0][byte] = value;
  }
  for (let lane = 1; lane < LANES; lane++) {
    for (let byte = 0; byte < 256; byte++) {
      const before = made[lane - 1][byte];
      made[lane][byte] = (before >>> 8) ^ made[0][before & 255];
    }
  }
  return made;
})();

/** CRC-32 (ISO 3309), as used in zip files. @param before checksum of the preceding bytes; 0 at the start */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [one, two, three, four] = tables;
  let crc = ~before;
  let at = 0;
  for (; at + LANES <= bytes.length; at += LANES) {
    crc ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    crc = four[crc & 255] ^ three[(crc >>> 8) & 255] ^ two[(crc >>> 16) & 255] ^ one[crc >>> 24];
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ one[(crc ^ bytes[at]) & 255];
  return ~crc >>> 0;
}
