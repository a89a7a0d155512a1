import { afterEach, expect, it, vi } from "vitest";
import { refreshApp } from "../../src/app/refresh.ts";

const CACHE = "app-files";
const openDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("refresh-test");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  await caches.delete(CACHE);
  indexedDB.deleteDatabase("refresh-test");
});

async function fill() {
  await (await caches.open(CACHE)).put("/old.js", new Response("old"));
  localStorage.setItem("kept", "yes");
  (await openDatabase()).close();
}

it("drops cached app files and reloads; saved data stays", async () => {
  await fill();
  vi.spyOn(window, "fetch").mockResolvedValue(new Response(""));
  const reload = vi.fn();
  await refreshApp(reload);
  expect(await caches.has(CACHE)).toBe(false);
  expect(localStorage.getItem("kept")).toBe("yes");
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain("refresh-test");
  expect(reload).toHaveBeenCalledOnce();
});

it("keeps the cached app when its host does not answer, as it is the only copy", async () => {
  await fill();
  vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const reload = vi.fn();
  await refreshApp(reload);
  expect(await caches.has(CACHE)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});
