import { VALUE_BYTES } from "../contract";
import { hexOf } from "../hex";
import type { JobContext } from "../runtime/job";

const BLOCK = 1 << 19;
/** Blocks digested at a time by the browser's own threads: 32 MB of copies. */
const AHEAD = 8;

type Sha256<Values = Float64Array<ArrayBuffer>> = (values: Values) => Uint8Array | Promise<Uint8Array>;

let sha256: Sha256 = async (values) => new Uint8Array(await crypto.subtle.digest("SHA-256", values));

/** Replaces the SHA-256 implementation, for an engine with a synchronous one: results have hundreds of small pieces. */
export const setSha256 = (own: Sha256): void => {
  sha256 = own;
};

/** A 128-bit fingerprint by a kernel, for pages without Web Crypto. */
function mixed(values: Float64Array, { arena, kernels }: JobContext): Uint8Array {
  return arena.scope(() => {
    const state = arena.put(new Float64Array(2));
    kernels.mixBits(arena.put(values), 0, values.length, state);
    return arena.bytes(state, 16).slice();
  });
}

/** A hash of `hashColumns`, by either method. */
const CONTENT_HASH = /^(?:[0-9a-f]{64}|mixed[0-9a-f]{32})$/;

/** Whether a name is a hash of numbers, made by either method. */
export const isContentHash = (hash: string): boolean => CONTENT_HASH.test(hash);

const hasSha256 = () => globalThis.crypto?.subtle !== undefined;

/**
 * SHA-256, in hex, of the SHA-256 digests of the columns' blocks of half a million values (a digest needs contiguous unshared memory, and
 * ten million values at once would double the memory). A page served without https has no SHA-256: the digests are then a kernel's,
 * prefixed with `mixed`. Work the caller does before awaiting the hash runs in parallel with the first blocks.
 * @param early digests begun while columns were being filled; the digested rows must not have been written to since
 */
export const hashColumns = (columns: Float64Array[], context: JobContext, early?: EarlyDigests): Promise<string> =>
  hashBy(hasSha256(), columns, context, early);

/**
 * Whether columns have a hash, by the method that made it; null if this page cannot tell: it lacks the method, or the text is not such a
 * hash.
 */
export async function matchesHash(columns: Float64Array[], hash: string, context: JobContext): Promise<boolean | null> {
  const secure = !hash.startsWith("mixed");
  if (!isContentHash(hash) || (secure && !hasSha256())) return null;
  return (await hashBy(secure, columns, context)) === hash;
}

/** Function that digests a block of a column. */
function digesting(): Sha256<Float64Array> {
  // `digest` copies its input when called, so one unshared buffer serves all shared blocks.
  let unshared = new Float64Array();
  return (block) => {
    if (isUnshared(block)) return sha256(block);
    if (unshared.length < block.length) unshared = new Float64Array(block.length);
    unshared.set(block);
    return sha256(unshared.subarray(0, block.length));
  };
}

/**
 * Digests of the blocks of columns that are still being filled, made on other threads in parallel with the filling; `hashColumns` uses
 * those of its columns, and makes the missing ones.
 */
export class EarlyDigests {
  private readonly begun = new WeakMap<Float64Array, Promise<Uint8Array>[]>();
  private readonly digestOf = digesting();
  private last: Promise<Uint8Array>[] = [];

  /**
   * Begins the digests of the full blocks of a column up to a row. Does nothing on a page without SHA-256.
   * @param filled number of rows that are final
   */
  async add(column: Float64Array, filled: number): Promise<void> {
    if (!hasSha256()) return;
    const digests = this.begun.get(column) ?? [];
    this.begun.set(column, digests);
    for (let end = (digests.length + 1) * BLOCK; end <= filled; end += BLOCK) {
      const digest = Promise.resolve(this.digestOf(column.subarray(end - BLOCK, end)));
      // A failure is reported to whoever awaits the digest.
      digest.catch(() => undefined);
      digests.push(digest);
      this.last.push(digest);
      if (this.last.length > AHEAD) await this.last.shift();
    }
  }

  /** The digests of the first blocks of a column. */
  of(column: Float64Array): readonly Promise<Uint8Array>[] {
    return this.begun.get(column) ?? [];
  }
}

const isUnshared = (block: Float64Array): block is Float64Array<ArrayBuffer> => block.buffer instanceof ArrayBuffer;

/** Bytes of a digest by method, and of the length prefix of a column. */
const DIGEST_BYTES = { secure: 32, mixed: 16 };

async function hashBy(secure: boolean, columns: Float64Array[], context: JobContext, early?: EarlyDigests): Promise<string> {
  const digestOf = digesting();
  const digestBytes = secure ? DIGEST_BYTES.secure : DIGEST_BYTES.mixed;
  const blocks = columns.reduce((sum, { length }) => sum + Math.ceil(length / BLOCK), 0);
  const all = new Float64Array((columns.length * VALUE_BYTES + blocks * digestBytes) / VALUE_BYTES);
  const bytes = new Uint8Array(all.buffer);
  const waited: Promise<void>[] = [];
  let at = 0;
  for (const column of columns) {
    const begun = early?.of(column) ?? [];
    all[at / VALUE_BYTES] = column.length;
    at += VALUE_BYTES;
    for (let from = 0; from < column.length; from += BLOCK, at += digestBytes) {
      context.checkpoint();
      const block = column.subarray(from, from + BLOCK);
      const place = at;
      const digest = begun[from / BLOCK] ?? (secure ? digestOf(block) : mixed(block, context));
      if (digest instanceof Uint8Array) bytes.set(digest, place);
      else waited.push(digest.then((late) => bytes.set(late, place)));
      if (waited.length > AHEAD) await waited[waited.length - 1 - AHEAD];
    }
  }
  if (waited.length > 0) await Promise.all(waited);
  return secure ? hexOf(await sha256(all)) : `mixed${hexOf(mixed(all, context))}`;
}
