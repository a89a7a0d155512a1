import { privateFolder } from "../../workers/capabilities";
import { because, type Millis, type Outcome, succeed, WORKSPACE } from "../../workers/contract";
import { compute, storage } from "../client/compute";
import { BATCH_DATABASE } from "./batch-journal";
import { channelsOf } from "./channels";
import { KEY_DATABASE } from "./device-keys";
import { ERASED, erasure } from "./erasure";
import { FILE_DATABASE } from "./kept-handles";
import { notifyTabs } from "./other-tabs";
import { SPARE_DATABASE } from "./spare-texts";
import { WATCH_DATABASE } from "./watch/row-store";

/** Name of the database, and prefix of every key. */
/** Name of the folder of its blocks, or of the database used if there is no folder. */
const BLOCKS = `${WORKSPACE}-blocks`;

/** How long another tab may delay deletion of a database. */
const PATIENCE: Millis = 15_000;

const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new DOMException(`${name} is in use`, "TimeoutError")), PATIENCE);
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
 * Deletes everything the app has stored on this device: series, strategies, clients, runs, inputs, settings and keys. The page must be
 * reloaded afterwards; the app itself stays installed.
 */
export async function eraseWorkspace(): Promise<Outcome<null>> {
  // Other tabs restart, now and once erasing is done: otherwise they would write their state again, or show deleted data.
  erasure.postMessage(ERASED);
  // Workers keep the database and its files open.
  for (const pool of [compute, storage]) pool.rest(true);
  try {
    await deleteDatabase(WORKSPACE);
    await deleteDatabase(BLOCKS);
    await deleteDatabase(KEY_DATABASE);
    await deleteDatabase(FILE_DATABASE);
    await deleteDatabase(SPARE_DATABASE);
    await deleteDatabase(BATCH_DATABASE);
    await deleteDatabase(WATCH_DATABASE);
    await deleteBlocks();
    for (const kept of ["hosts", "shared"]) await globalThis.caches?.delete(`${WORKSPACE}-${kept}`);
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${WORKSPACE}.`)) localStorage.removeItem(key);
  } catch (error) {
    console.error(error);
    for (const pool of [compute, storage]) pool.rest(false);
    return { ok: false, failure: { code: "storage", ...because("storage/eraseFailed") } };
  }
  notifyTabs([...channelsOf(WORKSPACE), `${WORKSPACE}-api`], ERASED);
  return succeed(null);
}
