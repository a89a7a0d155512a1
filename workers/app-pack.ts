import { hexOf } from "./hex.ts";

/**
 * All files of the app in one, which a first installation fetches instead of hundreds: a line of JSON with paths and lengths in order, then
 * the bytes. It is stored gzipped, since hosts do not compress files of unknown types.
 */

/** A file of the app, with its path from the root. */
interface PackedFile {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const END_OF_LINE = 10;
const GZIP = [0x1f, 0x8b];

/** Content types by extension: files taken from the pack come without one. */
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

/** Extensions of the files that the service worker caches. */
export const ENDINGS: readonly string[] = Object.keys(TYPES);

export const SCRIPT = "theme.js";
/** Not packed: the page and one script are fetched separately, for the security headers the host sends with pages and scripts. */
export const OWN_FILES: readonly string[] = ["index.html", SCRIPT];

/** The content type of a file of the app; null for an unknown extension, which is not packed. */
export const typeOf = (path: string): string | null => TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? null;

/** A pack of these files, uncompressed. */
export function packFiles(files: readonly PackedFile[]): Uint8Array<ArrayBuffer> {
  const index = new TextEncoder().encode(`${JSON.stringify(files.map(({ path, bytes }) => [path, bytes.length]))}\n`);
  const pack = new Uint8Array(files.reduce((end, { bytes }) => end + bytes.length, index.length));
  pack.set(index);
  let at = index.length;
  for (const { bytes } of files) {
    pack.set(bytes, at);
    at += bytes.length;
  }
  return pack;
}

/** The host or the browser may have decompressed it already. */
async function unzipped(sent: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (GZIP.some((byte, i) => sent[i] !== byte)) return sent;
  const plain = new Blob([sent]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/**
 * The files of a pack as received.
 * @param digest SHA-256 of the uncompressed pack, in hex
 * @returns null if the content is other than the pack; throws if its gzip is damaged
 */
export async function unpackFiles(sent: Uint8Array<ArrayBuffer>, digest: string): Promise<PackedFile[] | null> {
  const pack = await unzipped(sent);
  if (hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", pack))) !== digest) return null;
  let at = pack.indexOf(END_OF_LINE) + 1;
  // A file with this digest was written by `packFiles`.
  const index: [path: string, length: number][] = JSON.parse(new TextDecoder().decode(pack.subarray(0, at)));
  return index.map(([path, length]) => {
    const bytes = pack.subarray(at, at + length);
    at += length;
    return { path, bytes };
  });
}
