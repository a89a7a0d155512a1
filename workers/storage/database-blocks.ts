import type { DBSchema } from "idb";
import type { BlockFile, BlockFiles } from "./block-files";
import { openedDatabase } from "./device-database";

interface Schema extends DBSchema {
  /** Bytes of a block; written last, so a block without it is not there. */
  blocks: { key: string; value: number };
  /** By block and the place of the first byte. */
  pieces: { key: [string, number]; value: ArrayBuffer };
}

/** Blocks in a database, piece by piece, where the engine has no private file system that a thread can write. */
export class DatabaseBlocks implements BlockFiles {
  constructor(private readonly name: string) {}

  async write(block: string, pieces: Iterable<Uint8Array>): Promise<void> {
    const database = await this.database();
    let at = 0;
    for (const piece of pieces) {
      // A copy: shared memory cannot be stored.
      await database.put("pieces", piece.slice().buffer, [block, at]);
      at += piece.byteLength;
    }
    const ending = database.transaction("blocks", "readwrite", { durability: "strict" });
    await Promise.all([ending.store.put(at, block), ending.done]);
  }

  async open(block: string): Promise<BlockFile | null> {
    const database = await this.database();
    const bytes = await database.get("blocks", block);
    if (bytes === undefined) return null;
    // What is missing or of another length is damaged: whoever reads compares the length.
    return { bytes, piece: async (from) => (await database.get("pieces", [block, from])) ?? new ArrayBuffer(0) };
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
