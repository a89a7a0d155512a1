import { Gunzip } from "fflate";
import { bytesOf, crc32 } from "../../archive";

/** Bytes passed to the decompressor at once: their output is in memory before its size can be checked. */
const PIECE = 16 << 10;
/** A member ends with its checksum and the size of what was packed, modulo 2³². */
const TRAILER = 8;

/** The bytes are not gzip, or not to their end. */
export class DamagedMember extends Error {}

/** Running checksum and size of the decompressed data, compared with the trailer. */
class Sum {
  private crc = 0;
  private size = 0;

  add(piece: Uint8Array): void {
    this.crc = crc32(piece, this.crc);
    this.size += piece.length;
  }

  /** @param trailer the last eight bytes of the member */
  check(trailer: Uint8Array): void {
    const view = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength);
    const same = trailer.length === TRAILER && view.getUint32(0, true) === this.crc && view.getUint32(4, true) === this.size >>> 0;
    if (!same) throw new DamagedMember();
    this.crc = 0;
    this.size = 0;
  }
}

/**
 * Decompresses a gzip file of any number of concatenated members, as written by bgzip and `cat` (RFC 1952, 2.2). The browser's own stream
 * ends with the first. @throws DamagedMember, UnreadableFile
 */
export async function* unpackMembers(blob: Blob): AsyncGenerator<Uint8Array> {
  const sum = new Sum();
  let unpacked: Uint8Array[] = [];
  /** The current piece, preceded by the end of the previous one. */
  let window = new Uint8Array();
  let windowAt = 0;
  const gunzip = new Gunzip((piece) => {
    sum.add(piece);
    if (piece.length > 0) unpacked.push(piece);
  });
  gunzip.onmember = (start) => sum.check(window.subarray(Math.max(0, start - TRAILER - windowAt), start - windowAt));
  for (let at = 0; at < blob.size; at += PIECE) {
    const piece = new Uint8Array(await bytesOf(blob.slice(at, at + PIECE)));
    const kept = window.subarray(Math.max(0, window.length - TRAILER));
    windowAt = at - kept.length;
    window = new Uint8Array(kept.length + piece.length);
    window.set(kept);
    window.set(piece, kept.length);
    push(gunzip, piece, at + PIECE >= blob.size);
    yield* unpacked;
    unpacked = [];
  }
  sum.check(window.subarray(-TRAILER));
}

/** For damaged bytes the library throws an error of its own. */
function push(gunzip: Gunzip, piece: Uint8Array, last: boolean): void {
  try {
    gunzip.push(piece, last);
  } catch {
    throw new DamagedMember();
  }
}
