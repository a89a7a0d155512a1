import { expect, it } from "vitest";
import { PrivateFiles } from "../../workers/storage/private-files";

/** A file in memory that counts how often it is written and read. */
function countedFolder() {
  const calls = { written: 0, read: 0 };
  let bytes = new Uint8Array();
  const access = {
    write(piece: Uint8Array, { at }: { at: number }) {
      calls.written++;
      const grown = new Uint8Array(Math.max(bytes.length, at + piece.length));
      grown.set(bytes);
      grown.set(piece, at);
      bytes = grown;
      return piece.length;
    },
    flush: () => undefined,
    close: () => undefined,
  };
  const blob = {
    get size() {
      return bytes.length;
    },
    slice: (from: number, to: number) => ({
      arrayBuffer: async () => {
        calls.read++;
        return bytes.slice(from, to).buffer;
      },
    }),
  };
  const file = { createSyncAccessHandle: async () => access, getFile: async () => blob };
  const folder = { getFileHandle: async () => file };
  const root = { getDirectoryHandle: async () => folder } as unknown as FileSystemDirectoryHandle;
  return { files: new PrivateFiles(root, "blocks"), calls };
}

const piecesOf = (lengths: readonly number[]) =>
  lengths.map((length, place) => Uint8Array.from({ length }, (_, at) => (place * 31 + at) % 251));

it.each([
  ["a thousand short columns", Array<number>(1001).fill(880), 1],
  ["columns of which some are longer than a call takes", [880, 3 << 20, 880, 1 << 20, 0, (1 << 20) - 1, 880, 880], 6],
])("%s are written and read in few calls, and are what they were", async (_, lengths, most) => {
  const { files, calls } = countedFolder();
  const pieces = piecesOf(lengths);
  await files.write("one", pieces);
  expect(calls.written).toBeLessThanOrEqual(most);
  const file = await files.open("one");
  let at = 0;
  for (const piece of pieces) {
    const read = await file?.piece(at, at + piece.length);
    expect(Buffer.compare(Buffer.from(read ?? new ArrayBuffer(1)), piece)).toBe(0);
    at += piece.length;
  }
  expect(file?.bytes).toBe(at);
  expect(calls.read).toBeLessThanOrEqual(most + 1);
});

it("a read past the end of a file returns what there is", async () => {
  const { files } = countedFolder();
  await files.write("one", piecesOf([100]));
  const file = await files.open("one");
  expect((await file?.piece(60, 140))?.byteLength).toBe(40);
  expect((await file?.piece(140, 180))?.byteLength).toBe(0);
});
