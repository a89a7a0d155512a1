import { bytesOf } from "../../archive";
import type { FileFormat } from "../../contract";

/** Signatures (magic numbers) of file formats. */
const SIGNATURES: readonly [FileFormat, readonly number[]][] = [
  ["arrow", [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]],
  // A stream begins with the continuation marker of its first message.
  ["arrow", [0xff, 0xff, 0xff, 0xff]],
  // Feather version 1, which its reader distinguishes from Arrow.
  ["arrow", [0x46, 0x45, 0x41, 0x31]],
  // Older Excel files and encrypted ones: their reader distinguishes them from workbooks.
  ["xlsx", [0xd0, 0xcf, 0x11, 0xe0]],
  ["parquet", [0x50, 0x41, 0x52, 0x31]],
  ["gzip", [0x1f, 0x8b]],
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  // An archive without entries is its end record alone.
  ["zip", [0x50, 0x4b, 0x05, 0x06]],
];
/** Texts by their first non-blank character. */
const MARKS: Readonly<Record<string, FileFormat>> = { "<": "html", "[": "json", "{": "json" };
const HEAD = 1024;

/** The format of a file, by its first bytes and not by its name; text if they are not a known signature. @throws UnreadableFile */
export async function formatOf(blob: Blob): Promise<FileFormat> {
  const head = new Uint8Array(await bytesOf(blob.slice(0, HEAD)));
  const found = SIGNATURES.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte));
  return found?.[0] ?? MARKS[new TextDecoder().decode(head).trimStart()[0]] ?? "text";
}
