import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright";
import { openBackup } from "../../workers/storage/backup/backup-file";
import { resultOf } from "../fixtures/failure-text";

/** Records what leaves the pages of a browser: requested and visited addresses, and console messages. */
export function listen(context: BrowserContext): { heard: string[] } {
  const heard: string[] = [];
  context.on("request", (request) => heard.push(`request ${request.url()}`));
  const follow = (page: Page) => {
    page.on("framenavigated", (frame) => heard.push(`address ${frame.url()}`));
    page.on("console", (message) => heard.push(`console ${message.text()} ${message.location().url}`));
    page.on("pageerror", (error) => heard.push(`error ${error}`));
  };
  context.pages().forEach(follow);
  context.on("page", follow);
  return { heard };
}

/**
 * Everything stored on the device and shown on the page, as text: local storage, databases with their buffers, files, caches, performance
 * entries, markup.
 */
export const keptOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    const seen = new WeakSet<object>();
    /** Strings as they are, and bytes decoded as text with one and with two bytes per character. */
    const take = (value: unknown): void => {
      if (typeof value === "string") found.push(value);
      if (typeof value !== "object" || value === null || seen.has(value)) return;
      seen.add(value);
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer);
        found.push(new TextDecoder("latin1").decode(bytes), new TextDecoder("utf-16le").decode(bytes));
      } else if (value instanceof Map || value instanceof Set) {
        for (const one of value) take(one);
      } else
        for (const [name, one] of Object.entries(value)) {
          found.push(name);
          take(one);
        }
    };
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    take({ ...localStorage });
    take({ ...sessionStorage });
    found.push(location.href, document.cookie, document.documentElement.outerHTML, window.name);
    take(history.state);
    for (const { name } of performance.getEntries()) found.push(name);
    // Input fields contain what the person typed; masked fields are not visible to anyone.
    for (const box of document.querySelectorAll<HTMLInputElement>("input:not([type=password]), textarea")) found.push(box.value);
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        take(await settled(objects.getAllKeys()));
        take(await settled(objects.getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found.push(request.url);
        // The app's own files contain no personal data.
        if (!name.includes("precache")) found.push((await (await cache.match(request))?.text()) ?? "");
      }
    }
    const files = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        found.push(name);
        if (handle.kind === "directory") await files(handle as FileSystemDirectoryHandle);
        else found.push(await (await (handle as FileSystemFileHandle).getFile()).text());
      }
    };
    // WebKitGTK has no file system.
    if (navigator.storage) await files(await navigator.storage.getDirectory());
    return found;
  });

/** The content of a saved file as text; a backup is unpacked. */
export async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  const bytes = readFileSync(await download.path());
  const text = `${download.suggestedFilename()} ${bytes.toString("latin1")}`;
  if (!download.suggestedFilename().endsWith(".zip")) return text;
  return `${text} ${JSON.stringify(resultOf(await openBackup(new Blob([bytes]))).catalog)}`;
}
