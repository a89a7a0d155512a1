import { bytesOf, DamagedArchive, UnreadableFile } from "../../archive";
import { fail, type Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readReportFile } from "../report-file";
import { type OpenResult, readResultFile } from "../result-file";

const ZIP = 0x504b0304;

/** Contents of a result file or a report, verified against its signature and its hashes; nothing is changed. */
export async function readResult({ file }: { file: Blob }, context: JobContext): Promise<Outcome<OpenResult>> {
  try {
    const head = new DataView(await bytesOf(file.slice(0, 4)));
    const zip = head.byteLength === 4 && head.getUint32(0) === ZIP;
    return await (zip ? readResultFile(file, context) : readReportFile(file, context));
  } catch (error) {
    if (error instanceof UnreadableFile) return fail("bad-input", "results/unreadable");
    if (error instanceof DamagedArchive || error instanceof SyntaxError) return fail("bad-input", "results/damaged");
    throw error;
  }
}
