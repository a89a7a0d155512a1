import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { openSealed } from "../backup/sealed-file";

/** Opens a file that was encrypted with a passphrase. */
export function openSealedJob({ file, passphrase }: { file: Blob; passphrase: string }, context: JobContext): Promise<Outcome<Blob>> {
  return openSealed(file, passphrase, context);
}
