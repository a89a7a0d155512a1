import { hexOf } from "./hex.ts";

/**
 * Every file of the app in one, which a first installation fetches instead of each by itself: a line of JSON that names files and lengths in
 * their order, then their bytes. It is on the host in gzip, as hosts compress no file they do not know.
 */

/** A file of the app by its address from the root. */
export interface PackedFile {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const END_OF_LINE = 10;
const GZIP = [0x1f, 0x8b];

/** What a host says a file is, by its ending: what is kept of a pack has no host's word. */
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

/** Endings of the files that the service worker keeps. */
export const ENDINGS: readonly string[] = Object.keys(TYPES);

export const SCRIPT = "theme.js";
/** What is in no pack: the page and a script come from the host by themselves, with what it says that pages and scripts may do. */
export const OWN_FILES: readonly string[] = ["index.html", SCRIPT];

/** The content type of a file of the app; null for one of no known kind, which is not packed. */
export const typeOf = (path: string): string | null => TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? null;

/** A pack of these files, before it is compressed. */
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

/** A host or a browser may have taken the compression off on the way. */
async function unzipped(sent: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (GZIP.some((byte, i) => sent[i] !== byte)) return sent;
  const plain = new Blob([sent]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/**
 * The files of a pack as a host sent it.
 * @param digest SHA-256 of the pack before it was compressed, in hexadecimal
 * @returns null where it is another file, or not all of it; what is no gzip at all throws
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
