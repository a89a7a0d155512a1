/** The byte order marks of UTF-16. */
const MARKS: Readonly<Record<string, string>> = { "255,254": "utf-16le", "254,255": "utf-16be" };
const UNREADABLE = "\uFFFD";

/** The text of a file in UTF-8, in UTF-16 with its mark, or else in Windows' western encoding. */
export async function blobText(blob: Blob): Promise<string> {
  const mark = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const marked = MARKS[mark.join()];
  if (marked) return new TextDecoder(marked).decode(await blob.arrayBuffer());
  const text = await blob.text();
  return text.includes(UNREADABLE) ? new TextDecoder("windows-1252").decode(await blob.arrayBuffer()) : text;
}
