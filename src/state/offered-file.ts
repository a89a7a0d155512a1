import type { SealedMark } from "../../workers/storage/backup/sealed-file";
import { Store } from "../lib/store";
import { sourceAtom } from "./source-atom";

export const SHARE_FORMAT = "prospect-share";
const SEALED: SealedMark = "prospect-sealed";
/** A document of shared settings or an encrypted file, by how it begins. */
const BEGINNING = new RegExp(`^(?:${SEALED}|\\s*\\{\\s*"format"\\s*:\\s*"${SHARE_FORMAT}")`);
const BEGINNING_BYTES = 100;

const offered = new Store<File | null>(null);

/** The file of shared settings that was dropped or opened anywhere, until the person has answered. */
export const offeredFileAtom = sourceAtom(offered);

/** Asks the person about a file of shared settings; null for none. */
export const offerFile = (file: File | null): void => offered.set(file);

/** Asks about a file if it holds shared settings, and says whether it does. One that cannot be read is left to whoever reads it as data. */
export async function isOffered(file: File): Promise<boolean> {
  const beginning = await file
    .slice(0, BEGINNING_BYTES)
    .text()
    .catch(() => "");
  const isShared = BEGINNING.test(beginning);
  if (isShared) offerFile(file);
  return isShared;
}
