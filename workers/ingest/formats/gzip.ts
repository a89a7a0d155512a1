import { bytesOf, UnreadableFile } from "../../archive";
import { because } from "../../contract";
import { RefusedFile } from "../refused-file";
import type { FormatReader } from "./content";
import { collect } from "./inflate";

/** At the end of a file stands the size of what was packed, modulo 2³². */
const SIZE_FIELD = 4;

async function* inflated(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const next = () =>
    reader.read().catch(async (error: unknown) => {
      // A file that has gone fails like one that is damaged; only reading it again tells.
      await bytesOf(blob.slice(0, 1));
      throw error instanceof UnreadableFile ? error : new RefusedFile(because("ingest/packedDamaged", { format: "gzip file" }));
    });
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A file packed by gzip; its length and checksum are compared at its end. */
export const openGzip: FormatReader = async (blob, context, label) => {
  const end = await bytesOf(blob.slice(-SIZE_FIELD));
  const claimed = end.byteLength === SIZE_FIELD ? new DataView(end).getUint32(0, true) : 0;
  return { kind: "file", blob: await collect(inflated(blob), blob.size, claimed, context, label) };
};
