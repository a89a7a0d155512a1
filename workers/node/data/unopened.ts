import { stat } from "node:fs/promises";

/** What a shell hands over, as in `<(zcat prices.gz)`, ends with the program that writes it. */
const HANDED_OVER = /^\/(?:dev\/(?:stdin$|fd\/)|proc\/self\/fd\/)/;

/** Why a file is not opened; null if it may be. A thread that waits for a pipe cannot be ended, nor can its process. */
export async function whyUnopened(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  // Node decodes names as UTF-8: what another encoding wrote is not found by what was read.
  if (!found) return path.includes("\ufffd") ? "The name of the file is not UTF-8: rename the file." : null;
  const mayNeverEnd = found.isCharacterDevice() || found.isBlockDevice() || (found.isFIFO() && !HANDED_OVER.test(path));
  return mayNeverEnd ? "A pipe or a device may never end: save its content as a file." : null;
}
