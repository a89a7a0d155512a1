import { type Outcome, succeed } from "../../workers/contract";
import type { SealedMark } from "../../workers/storage/backup/sealed-file";
import { compute } from "../client/compute";
import type { RunOptions } from "../client/pool";

const MARK: SealedMark = "prospect-sealed";
type SealOptions = Pick<RunOptions, "signal" | "onProgress">;

/** Whether a file was encrypted with a passphrase by this app. */
const isSealed = async (file: Blob): Promise<boolean> => (await file.slice(0, MARK.length).text()) === MARK;

/** Encrypts a file with a passphrase, in a worker. */
export const sealFile = (file: Blob, passphrase: string, options: SealOptions): Promise<Outcome<Blob>> =>
  compute.run("seal-file", { file, passphrase }, { ...options, cache: false });

/** A file, decrypted if necessary; null if that needs a passphrase. A wrong passphrase and a damaged file have different messages. */
export async function openFile(file: File, passphrase: string | null, options: SealOptions): Promise<Outcome<File | null>> {
  if (!(await isSealed(file))) return succeed(file);
  if (passphrase === null) return succeed(null);
  const outcome = await compute.run("open-sealed", { file, passphrase }, { ...options, cache: false, priority: "reading" });
  return outcome.ok ? succeed(new File([outcome.value], file.name)) : outcome;
}
