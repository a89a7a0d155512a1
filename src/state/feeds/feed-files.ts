import { fail, type Outcome, succeed } from "../../../workers/contract";
import { filePicker, mayRead } from "../../lib/file-handles";
import { keptHandle } from "../kept-handles";

/** Whether this browser lets a page re-read a local file. */
export const canFollowFiles = (): boolean => filePicker() !== null;

/**
 * The current file of a feed.
 * @param ask whether the browser may prompt the user, which it does only after a user gesture
 */
export async function readFile(id: string, ask: boolean): Promise<Outcome<File>> {
  const handle = (await keptHandle(id)) as FileSystemFileHandle | null;
  if (!handle) return fail("bad-input", "feeds/fileMissing");
  if (!(await mayRead(handle, ask))) return fail("bad-input", "feeds/fileAsks");
  try {
    return succeed(await handle.getFile());
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return fail("bad-input", "feeds/fileGone", { name: handle.name });
  }
}
