import { privateFolder } from "../../workers/capabilities";
import { because, type Outcome, succeed } from "../../workers/contract";
import { compute, storage } from "../client/compute";
import { BATCH_DATABASE } from "./batch-journal";
import { KEY_DATABASE } from "./device-keys";
import { FILE_DATABASE } from "./kept-handles";
import { SPARE_DATABASE } from "./spare-texts";
import { WATCH_DATABASE } from "./watch/row-store";

/** Name of the database, and before the dot of every key. */
const WORKSPACE = "prospect";
/** Name of the folder of its blocks, or of the database that holds them where there is no folder. */
const BLOCKS = `${WORKSPACE}-blocks`;
const CHANNELS = [WORKSPACE, ...["client", "strategy", "run", "decision", "feed", "drawing", "api"].map((kind) => `${WORKSPACE}-${kind}`)];

/** What other tabs hear instead of "changed". */
const ERASED = "erased";

const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

async function deleteBlocks(): Promise<void> {
  const root = await privateFolder();
  try {
    await root?.removeEntry(BLOCKS, { recursive: true });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
  }
}

/**
 * Takes everything this product keeps off this device: series, strategies, clients, runs, inputs, settings and keys. The page has to be
 * reloaded afterwards; the app itself stays installed.
 */
export async function eraseWorkspace(): Promise<Outcome<null>> {
  // Workers hold the database and its files open.
  compute.close();
  storage.close();
  try {
    await deleteDatabase(WORKSPACE);
    await deleteDatabase(BLOCKS);
    await deleteDatabase(KEY_DATABASE);
    await deleteDatabase(FILE_DATABASE);
    await deleteDatabase(SPARE_DATABASE);
    await deleteDatabase(BATCH_DATABASE);
    await deleteDatabase(WATCH_DATABASE);
    await deleteBlocks();
    await globalThis.caches?.delete(`${WORKSPACE}-hosts`);
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${WORKSPACE}.`)) localStorage.removeItem(key);
  } catch (error) {
    console.error(error);
    return { ok: false, failure: { code: "storage", ...because("storage/eraseFailed") } };
  }
  // The other tabs begin again: what they still hold must not come back to the device.
  for (const name of CHANNELS) {
    const channel = new BroadcastChannel(name);
    channel.postMessage(ERASED);
    channel.close();
  }
  return succeed(null);
}
