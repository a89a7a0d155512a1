import type { BlockFile, BlockFiles } from "./block-files";

const isMissing = (error: unknown) => error instanceof DOMException && error.name === "NotFoundError";
const absent = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw error;
};

/** Blocks as files of the browser's private file system. */
export class PrivateFiles implements BlockFiles {
  constructor(
    private readonly root: FileSystemDirectoryHandle,
    private readonly name: string,
  ) {}

  async write(block: string, pieces: Iterable<Uint8Array>): Promise<void> {
    const file = await (await this.folder()).getFileHandle(block, { create: true });
    const access = await file.createSyncAccessHandle();
    try {
      let at = 0;
      for (const piece of pieces) {
        if (access.write(piece, { at }) !== piece.byteLength) throw new DOMException("the disk is full", "QuotaExceededError");
        at += piece.byteLength;
      }
      access.flush();
    } finally {
      access.close();
    }
  }

  async open(block: string): Promise<BlockFile | null> {
    const file = await (await this.folder()).getFileHandle(block).catch(absent);
    // Not through an access handle: that would lock out a second tab which reads the same block.
    const blob = await file?.getFile().catch(absent);
    return blob ? { bytes: blob.size, piece: (from, to) => blob.slice(from, to).arrayBuffer() } : null;
  }

  async delete(block: string): Promise<void> {
    await (await this.folder()).removeEntry(block).catch(absent);
  }

  async names(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of (await this.folder()).keys()) names.push(name);
    return names;
  }

  private folder = (): Promise<FileSystemDirectoryHandle> => this.root.getDirectoryHandle(this.name, { create: true });
}
