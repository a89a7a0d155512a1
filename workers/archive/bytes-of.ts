/** The file cannot be read, or not anymore: it was moved, changed or removed, or its drive or host is gone. Its message may say more. */
export class UnreadableFile extends Error {}

/** All bytes of a part of the chosen file. @throws UnreadableFile */
export const bytesOf = (part: Blob): Promise<ArrayBuffer> =>
  part.arrayBuffer().catch(() => {
    throw new UnreadableFile();
  });
