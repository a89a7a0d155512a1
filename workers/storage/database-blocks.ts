import type { DBSchema } from "idb";
import type { BlockFile, BlockFiles } from "./block-files";
import { openedDatabase } from "./device-database";

interface Schema extends DBSchema {
  /** Size of a block in bytes; written last, so that a block without it does not exist. */
  blocks: { key: string; value: number };
  /** By block and offset of the first byte. */
  pieces: { key: [string, number]; value: ArrayBuffer };
}

/**
 * Bytes that one transaction writes or reads, rounded up to a whole piece: for a thousand short columns, the overhead of a transaction
 * outweighs its bytes.
 */
const TOGETHER = 8 << 20;

/** Blocks in a database, piece by piece, for engines without a private file system that a worker can write to. */
export class DatabaseBlocks implements BlockFiles {
  constructor(private readonly name: string) {}

  async write(block: string, pieces: Iterable<Uint8Array>): Promise<void> {
    const database = await this.database();
    let at = 0;
    let together: { bytes: ArrayBuffer; at: number }[] = [];
    const put = async () => {
      const writing = database.transaction("pieces", "readwrite");
      await Promise.all([...together.map((piece) => writing.store.put(piece.bytes, [block, piece.at])), writing.done]);
      together = [];
    };
    for (const piece of pieces) {
      // A copy: shared memory cannot be stored.
      together.push({ bytes: piece.slice().buffer, at });
      at += piece.byteLength;
      if (at - together[0].at >= TOGETHER) await put();
    }
    if (together.length > 0) await put();
    const ending = database.transaction("blocks", "readwrite", { durability: "strict" });
    await Promise.all([ending.store.put(at, block), ending.done]);
  }

  async open(block: string): Promise<BlockFile | null> {
    const database = await this.database();
    const bytes = await database.get("blocks", block);
    if (bytes === undefined) return null;
    let ahead = new Map<number, ArrayBuffer>();
    return {
      bytes,
      piece: async (from) => {
        if (!ahead.has(from)) {
          const range = IDBKeyRange.bound([block, from], [block, from + TOGETHER], false, true);
          const { store } = database.transaction("pieces");
          const [keys, pieces] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
          ahead = new Map(keys.map(([, at], place) => [at, pieces[place]]));
        }
        // A missing piece gives no bytes: the caller compares the length.
        return ahead.get(from) ?? new ArrayBuffer(0);
      },
    };
  }

  async delete(block: string): Promise<void> {
    const removal = (await this.database()).transaction(["blocks", "pieces"], "readwrite");
    const pieces = IDBKeyRange.bound([block], [block, []]);
    await Promise.all([removal.objectStore("blocks").delete(block), removal.objectStore("pieces").delete(pieces), removal.done]);
  }

  async names(): Promise<string[]> {
    const database = await this.database();
    const [blocks, pieces] = await Promise.all([database.getAllKeys("blocks"), database.getAllKeys("pieces")]);
    return [...new Set([...blocks, ...pieces.map(([block]) => block)])];
  }

  private database = () =>
    openedDatabase<Schema>(this.name, 1, (database) => {
      database.createObjectStore("blocks");
      database.createObjectStore("pieces");
    });
}
