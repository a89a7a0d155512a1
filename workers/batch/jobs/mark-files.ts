import { type Outcome, succeed } from "../../contract";
import { hexOf } from "../../hex";
import type { JobContext } from "../../runtime/job";

/** Bytes read at once. */
const PIECE = 1 << 22;
const DIGEST = 32;

/** SHA-256, in hex, of the SHA-256 digests of a file's pieces; the file size on a page without Web Crypto. */
async function markOf(file: Blob, context: JobContext): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return String(file.size);
  const digests = new Uint8Array(DIGEST * Math.ceil(file.size / PIECE));
  for (let k = 0; k * PIECE < file.size; k++) {
    context.checkpoint();
    const piece = await file.slice(k * PIECE, (k + 1) * PIECE).arrayBuffer();
    digests.set(new Uint8Array(await subtle.digest("SHA-256", piece)), k * DIGEST);
  }
  return hexOf(new Uint8Array(await subtle.digest("SHA-256", digests)));
}

/** A digest of the content of each file, by name, to recognize a file that is given again. */
export async function markFiles({ files }: { files: Record<string, File> }, context: JobContext): Promise<Outcome<Record<string, string>>> {
  const marks: Record<string, string> = {};
  const all = Object.entries(files);
  for (const [k, [name, file]] of all.entries()) {
    context.progress(k / all.length, "Reading the files");
    marks[name] = await markOf(file, context);
  }
  return succeed(marks);
}
