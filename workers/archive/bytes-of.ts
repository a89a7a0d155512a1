/** The chosen file cannot be read anymore: it was moved, changed or removed, or its drive is gone. */
export class UnreadableFile extends Error {}

/** All bytes of a part of the chosen file. @throws UnreadableFile */
export const bytesOf = (part: Blob): Promise<ArrayBuffer> =>
  part.arrayBuffer().catch(() => {
    throw new UnreadableFile();
  });
