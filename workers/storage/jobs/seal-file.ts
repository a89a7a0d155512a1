import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { sealFile } from "../backup/sealed-file";

/** Encrypts a file with a passphrase. */
export function sealFileJob({ file, passphrase }: { file: Blob; passphrase: string }, context: JobContext): Promise<Outcome<Blob>> {
  return sealFile(file, passphrase, context);
}
