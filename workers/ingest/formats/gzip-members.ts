import { Gunzip } from "fflate";
import { bytesOf, crc32 } from "../../archive";

/** Bytes handed over at once: what they unpack to is in memory before its size can be looked at. */
const PIECE = 16 << 10;
/** A member ends with its checksum and the size of what was packed, modulo 2³². */
const TRAILER = 8;

/** The bytes are no gzip, or not to their end. */
export class DamagedMember extends Error {}

/** Checksum and size of what a member has unpacked to, compared with what is at its end. */
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
 * Unpacks a gzip file of any number of members, one behind the other, as bgzip and `cat` make them (RFC 1952, 2.2). Browsers' own streams end
 * with the first. @throws DamagedMember, UnreadableFile
 */
export async function* unpackMembers(blob: Blob): AsyncGenerator<Uint8Array> {
  const sum = new Sum();
  let unpacked: Uint8Array[] = [];
  /** The piece in progress behind the end of the one before it. */
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

/** What the library throws at damaged bytes is an error of its own. */
function push(gunzip: Gunzip, piece: Uint8Array, last: boolean): void {
  try {
    gunzip.push(piece, last);
  } catch {
    throw new DamagedMember();
  }
}
