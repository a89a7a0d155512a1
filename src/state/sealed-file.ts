import type { Outcome } from "../../workers/contract";
import type { SealedMark } from "../../workers/storage/backup/sealed-file";
import { compute } from "../client/compute";
import type { RunOptions } from "../client/pool";

const MARK: SealedMark = "prospect-sealed";
type Options = Pick<RunOptions, "signal" | "onProgress">;

/** Whether a file was encrypted with a passphrase here. */
export const isSealed = async (file: Blob): Promise<boolean> => (await file.slice(0, MARK.length).text()) === MARK;

/** Encrypts a file with a passphrase, in a worker. */
export const sealFile = (file: Blob, passphrase: string, options: Options): Promise<Outcome<Blob>> =>
  compute.run("seal-file", { file, passphrase }, { ...options, cache: false });

/** Opens an encrypted file; a wrong passphrase and a damaged file have different words. */
export const openSealed = (file: Blob, passphrase: string, options: Options): Promise<Outcome<Blob>> =>
  compute.run("open-sealed", { file, passphrase }, { ...options, cache: false });
