import type { SealedMark } from "../../workers/storage/backup/sealed-file";
import { Store } from "../lib/store";
import { sourceAtom } from "./source-atom";

export const SHARE_FORMAT = "prospect-share";
const SEALED: SealedMark = "prospect-sealed";
/** Matches the beginning of shared settings or an encrypted file. */
const SHARED = new RegExp(`^(?:${SEALED}|\\s*\\{\\s*"format"\\s*:\\s*"${SHARE_FORMAT}")`);
/** The beginning of a report that can be verified. */
const REPORT = '<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="Prospect">';
/** The first entry of an archive with a result, and the offset of its name. */
const ENTRY = "prospect-result.json";
const ENTRY_AT = 30;
const BEGINNING_BYTES = 200;

/**
 * A file the shell asks about: shared settings, a result with its data or its report, a report already compared with its page, or a file
 * shared by another app.
 */
interface OfferedFile {
  file: File;
  kind: "shared" | "result" | "page" | "received";
}

const offered = new Store<OfferedFile | null>(null);

/** A file that was dropped or opened anywhere, until the user has answered. */
export const offeredFileAtom = sourceAtom(offered);

/** Asks the user about a file of a given kind; null closes the question. */
export const offerFile = (file: File | null, kind: OfferedFile["kind"] = "shared"): void => offered.set(file && { file, kind });

/** Asks about a file if it contains shared settings or a result; returns whether it does. An unreadable file is left to the data reader. */
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
