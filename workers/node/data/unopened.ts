import { stat } from "node:fs/promises";
import { devNull } from "node:os";

/** Pipes from a shell, as in `<(zcat prices.gz)`, end with the program that writes to them. */
const HANDED_OVER = /^\/(?:dev\/(?:stdin$|fd\/)|proc\/self\/fd\/)/;

/** Why a file must not be opened; null if it may be. A thread blocked on a pipe cannot be terminated, nor can its process. */
export async function whyUnopened(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  // Node decodes names as UTF-8: a name in another encoding is garbled, and no file has the garbled name.
  if (!found) return path.includes("\ufffd") ? "The name of the file is not UTF-8: rename the file." : null;
  const mayNeverEnd =
    (found.isCharacterDevice() && path !== devNull) || found.isBlockDevice() || (found.isFIFO() && !HANDED_OVER.test(path));
  return mayNeverEnd ? "A pipe or a device may never end: save its content as a file." : null;
}
