import type { DBSchema, IDBPDatabase } from "idb";
import { locks } from "../capabilities";
import { CLEARED, fail, type Millis, type Outcome } from "../contract";
import { openAttended } from "./attended";

/** 1: datasets. 2: records. 3: keys and usage of the API. */
const VERSION = 3;

interface Schema extends DBSchema {
  /** Readers must validate what they read: another version may have written it. */
  datasets: { key: string; value: unknown };
  records: { key: string; value: unknown; indexes: { kind: string } };
  /** Secrets are stored as hashes only; never part of a backup. */
  api: { key: string; value: unknown };
}

/** Name of the error if another tab holds an older version open. */
const HELD = "HeldError";
/** Name of the error if the database does not open and this thread is not told why: a slow disk, or a deletion waiting for another tab. */
const SILENT = "TimeoutError";
/** How long opening a database may take before the user is informed. */
const PATIENCE: Millis = 10_000;

const open = new Map<string, Promise<unknown>>();
/** When a database that was open here was deleted by another tab or thread. */
const erased = new Map<string, Millis>();

/** Databases that the browser closed while they were open here, and that have not been opened again. */
const closed = new Set<string>();

function post(name: string, what: string): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(what);
  channel.close();
}

/** When the user last erased a workspace that was open in this thread; minus infinity if never. */
export const erasedAt = (workspace: string): Millis => erased.get(workspace) ?? Number.NEGATIVE_INFINITY;

/** A database of this device, opened once per thread. */
export function openedDatabase<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: (database: IDBPDatabase<S>, from: number) => void,
): Promise<IDBPDatabase<S>> {
  if (!globalThis.indexedDB) return Promise.reject(new DOMException("there is no database", "NotSupportedError"));
  const forget = () => open.delete(name);
  let opening = open.get(name) as Promise<IDBPDatabase<S>> | undefined;
  if (!opening) {
    let refuse: (name: string, message: string) => void = () => undefined;
    const coming = openAttended<S>(name, version, {
      upgrade,
      blocked: () => refuse(HELD, "another tab holds the database"),
      // Another tab wants to erase it, or a newer version of the app to upgrade it: close, and reopen at the next call.
      blocking: (_current, newer, event) => {
        if (newer === null) erased.set(name, Date.now());
        forget();
        (event.target as IDBDatabase).close();
      },
      // Pages list what is left, which opens it again: only then is it known whether it was cleared.
      terminated: () => {
        forget();
        closed.add(name);
        post(name, "changed");
      },
    });
    // Callers get an error until the other tab closes it. If a further tab is also waiting, no `blocked` event arrives here.
    opening = new Promise((resolve, reject) => {
      refuse = (name, message) => reject(new DOMException(message, name));
      coming.then(resolve, reject);
    });
    open.set(name, opening);
    const patience = setTimeout(() => refuse(SILENT, "the database does not respond"), PATIENCE);
    coming.then(() => open.set(name, coming), forget).finally(() => clearTimeout(patience));
  }
  return opening;
}

/** The database of a workspace, for what is small and mutable. Numbers of series are in blocks (`column-store.ts`). */
export const deviceDatabase = (workspace: string): Promise<IDBPDatabase<Schema>> =>
  openedDatabase<Schema>(workspace, VERSION, (database, from) => {
    if (closed.delete(workspace) && from < 1) post(workspace, CLEARED);
    if (from < 1) database.createObjectStore("datasets", { keyPath: "hash" });
    if (from < 2) database.createObjectStore("records", { keyPath: "id" }).createIndex("kind", "kind");
    if (from < 3) database.createObjectStore("api", { keyPath: "id" });
  });

/** Runs one change at a time across all tabs; reading needs no lock. */
export function exclusively<T>(workspace: string, work: () => Promise<T>): Promise<T> {
  return locks()?.request(`${workspace}-catalog`, work) ?? work();
}

/** What the device refused, as a failure; anything else is a bug and is rethrown. */
export function refused(error: unknown): Outcome<never> {
  if (!(error instanceof DOMException)) throw error;
  console.warn(error);
  if (error.name === "QuotaExceededError") return fail("storage", "storage/full");
  if (error.name === SILENT) return fail("storage", "storage/noAnswer");
  return fail("storage", error.name === HELD || error.name === "VersionError" ? "storage/otherVersion" : "storage/refused");
}
