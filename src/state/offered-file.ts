import type { SealedMark } from "../../workers/storage/backup/sealed-file";
import { Store } from "../lib/store";
import { sourceAtom } from "./source-atom";

export const SHARE_FORMAT = "prospect-share";
const SEALED: SealedMark = "prospect-sealed";
/** A document of shared settings or an encrypted file, by how it begins. */
const SHARED = new RegExp(`^(?:${SEALED}|\\s*\\{\\s*"format"\\s*:\\s*"${SHARE_FORMAT}")`);
/** A report that can be checked, by how it begins. */
const REPORT = '<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="Prospect">';
/** The first entry of an archive that holds a result, and where its name stands. */
const ENTRY = "prospect-result.json";
const ENTRY_AT = 30;
const BEGINNING_BYTES = 200;

/** A file about which the shell asks: shared settings, a result with its data or its report; a report whose page was compared; or whatever another app has shared. */
export interface OfferedFile {
  file: File;
  kind: "shared" | "result" | "page" | "received";
}

const offered = new Store<OfferedFile | null>(null);

/** The file that was dropped or opened anywhere, until the user has answered. */
export const offeredFileAtom = sourceAtom(offered);

/** Asks the user about a file, as which it was opened; null for none. */
export const offerFile = (file: File | null, kind: OfferedFile["kind"] = "shared"): void => offered.set(file && { file, kind });

/** Asks about a file if it holds shared settings or a result, and says whether it does. One that cannot be read is left to whoever reads it as data. */
export async function isOffered(file: File): Promise<boolean> {
  const bytes = await file
    .slice(0, BEGINNING_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const beginning = String.fromCharCode(...new Uint8Array(bytes));
  const isResult = (beginning.startsWith("PK") && beginning.startsWith(ENTRY, ENTRY_AT)) || beginning.includes(REPORT);
  const kind = isResult ? "result" : SHARED.test(beginning) ? "shared" : null;
  if (kind) offerFile(file, kind);
  return kind !== null;
}
