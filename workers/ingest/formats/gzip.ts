import { bytesOf, UnreadableFile } from "../../archive";
import { because } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { RefusedFile } from "../refused-file";
import type { FormatReader } from "./content";
import { collect } from "./inflate";

/** A file ends with the size of the uncompressed data, modulo 2³². */
const SIZE_FIELD = 4;

/** The browser cannot decompress it: it is damaged, or has several members, of which the browser only takes the first. */
class NotOneMember extends Error {}

const damaged = () => new RefusedFile(because("ingest/packedDamaged", { format: "gzip file" }));

async function* inflated(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const next = () =>
    reader.read().catch(async (error: unknown) => {
      // A missing file fails like a damaged one; only reading it again distinguishes them.
      await bytesOf(blob.slice(0, 1));
      throw error instanceof UnreadableFile ? error : new NotOneMember();
    });
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** All members in order: slower than the browser's own stream, which has been tried first. */
async function inflatedMembers(blob: Blob, ...work: [claimed: number, context: JobContext, label: string]): Promise<Blob> {
  const { DamagedMember, unpackMembers } = await import("./gzip-members");
  try {
    return await collect(unpackMembers(blob), blob.size, ...work);
  } catch (error) {
    throw error instanceof DamagedMember ? damaged() : error;
  }
}

/** A gzip file; its length and checksum are verified at its end. */
export const openGzip: FormatReader = async (blob, context, label) => {
  const end = await bytesOf(blob.slice(-SIZE_FIELD));
  const claimed = end.byteLength === SIZE_FIELD ? new DataView(end).getUint32(0, true) : 0;
  try {
    return { kind: "file", blob: await collect(inflated(blob), blob.size, claimed, context, label) };
  } catch (error) {
    if (!(error instanceof NotOneMember)) throw error;
    return { kind: "file", blob: await inflatedMembers(blob, claimed, context, label) };
  }
};
