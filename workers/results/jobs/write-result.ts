import { ArchiveTooLarge } from "../../archive";
import { fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { Described } from "../describe";
import { writeResultFile } from "../result-file";
import type { SigningKey } from "../signature";

/** A result with its data as one file, signed if there is a key. */
export async function writeResult(
  { key, ...described }: Described & { key: SigningKey | null },
  context: JobContext,
): Promise<Outcome<Blob>> {
  try {
    return succeed(await writeResultFile(described, key, context));
  } catch (error) {
    if (error instanceof ArchiveTooLarge) return fail("too-large", "results/tooLarge");
    throw error;
  }
}
