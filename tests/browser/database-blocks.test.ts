import { afterEach, expect, it, vi } from "vitest";
import { DatabaseBlocks } from "../../workers/storage/database-blocks";

afterEach(() => vi.restoreAllMocks());

/** Columns of a table as the pieces of a block: `count` pieces of `bytes` bytes. */
const table = (count: number, bytes: number) => Array.from({ length: count }, (_, i) => new Uint8Array(bytes).fill(i % 251));

async function readBack(blocks: DatabaseBlocks, block: string, written: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const file = await blocks.open(block);
  const read: Uint8Array[] = [];
  let at = 0;
  for (const { byteLength } of written) {
    read.push(new Uint8Array((await file?.piece(at, at + byteLength)) ?? []));
    at += byteLength;
  }
  expect(file?.bytes).toBe(at);
  return read;
}

it.each([
  ["a thousand short columns", table(1000, 880), 4],
  ["long columns, each with a short end", [8 << 20, 8, 8 << 20, 8, 8 << 20, 8].map((bytes, i) => new Uint8Array(bytes).fill(i)), 9],
] as const)("%s come back as written, in few transactions", async (_, pieces, most) => {
  const blocks = new DatabaseBlocks(`blocks-${crypto.randomUUID()}`);
  await blocks.names();
  const transactions = vi.spyOn(IDBDatabase.prototype, "transaction");
  await blocks.write("one", pieces);
  // Another block's pieces are stored beside it, and must not be mixed up with its own.
  await blocks.write("two", [new Uint8Array(16).fill(9)]);
  expect(transactions.mock.calls.length).toBeLessThan(most + 2);
  transactions.mockClear();
  const read = await readBack(blocks, "one", pieces);
  // A plain comparison, as the diff of so many bytes could not be printed.
  expect(read.every((bytes, i) => indexedDB.cmp(bytes.buffer, pieces[i].slice().buffer) === 0)).toBe(true);
  expect(transactions.mock.calls.length).toBeLessThan(most);
  expect(await readBack(blocks, "two", [new Uint8Array(16)])).toEqual([new Uint8Array(16).fill(9)]);
});

it("a missing piece is empty, and the ones after it stay in place", async () => {
  const name = `blocks-${crypto.randomUUID()}`;
  const blocks = new DatabaseBlocks(name);
  await blocks.write("one", table(3, 24));
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise((done) => {
    const removal = database.transaction("pieces", "readwrite");
    removal.objectStore("pieces").delete(["one", 24]);
    removal.oncomplete = done;
  });
  database.close();
  expect((await readBack(blocks, "one", table(3, 24))).map(({ byteLength }) => byteLength)).toEqual([24, 0, 24]);
});
