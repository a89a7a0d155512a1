import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { fileFailure } from "../backup/backup-file";
import { openSealed } from "../backup/sealed-file";

/** Opens a file that was encrypted with a passphrase. */
export async function openSealedJob({ file, passphrase }: { file: Blob; passphrase: string }, context: JobContext): Promise<Outcome<Blob>> {
  try {
    return await openSealed(file, passphrase, context);
  } catch (error) {
    const failure = fileFailure(error);
    if (failure) return failure;
    throw error;
  }
}
