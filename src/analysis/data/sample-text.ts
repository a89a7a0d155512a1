import { because, type Outcome, succeed } from "../../../workers/contract";
import { compute } from "../../client/compute";
import { canceled } from "../../client/failures";
import type { RunOptions } from "../../client/pool";
import { isLeaving } from "../../lib/leaving";
import { type SampleId, sampleOf } from "./samples";

/** Content of a sample: a shipped file, or bars simulated by a worker up to the end of last year. */
export async function sampleText(id: SampleId, options: Pick<RunOptions, "signal" | "onProgress">): Promise<Outcome<Blob>> {
  const { file } = sampleOf(id);
  if (file === null) return compute.run("simulate-market", { through: new Date().getFullYear() - 1 }, { ...options, priority: "reading" });
  try {
    const response = await fetch(`${import.meta.env.BASE_URL}samples/${file}`, { signal: options.signal });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return succeed(await response.blob());
  } catch (error) {
    if (options.signal?.aborted) return canceled();
    // Requests aborted because the page is being left are not errors.
    if (!isLeaving()) console.error(error);
    return { ok: false, failure: { code: "storage", ...because("ingest/fileUnreadable") } };
  }
}
