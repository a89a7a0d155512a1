/** The chosen file cannot be read any more: it was moved, changed or removed, or is on a disk that is gone. */
export class UnreadableFile extends Error {}

/** All bytes of a part of the chosen file. @throws UnreadableFile */
export const bytesOf = (part: Blob): Promise<ArrayBuffer> =>
  part.arrayBuffer().catch(() => {
    throw new UnreadableFile();
  });
