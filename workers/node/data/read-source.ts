import { readFile } from "node:fs/promises";
import { isAddress, type Numbers, nameOf, type Source, type TextSource } from "../../batch";
import { fail, type Outcome, succeed } from "../../contract";
import { readSeries } from "../../ingest";
import type { JobContext } from "../../runtime/job";
import { readParquet } from "./read-parquet";

/** The bytes of a file or an address; a failure where they cannot be had. */
export async function blobOf({ from }: TextSource): Promise<Outcome<Blob>> {
  if (isAddress(from)) {
    const response = await fetch(from).catch(() => null);
    if (!response?.ok) return fail("bad-input", "runtime/said", { text: `The address answers ${response ? response.status : "nothing"}.` });
    return succeed(await response.blob());
  }
  try {
    return succeed(new Blob([await readFile(from)]));
  } catch {
    return fail("bad-input", "ingest/fileUnreadable");
  }
}

/** The series of a source. */
export async function readSource(source: Source, context: JobContext): Promise<Outcome<Numbers>> {
  if (source.kind === "parquet") return readParquet(source, context);
  const blob = await blobOf(source);
  return blob.ok ? readSeries({ source: blob.value, name: nameOf(source), origin: "file" }, context) : blob;
}
