import { expect, it, vi } from "vitest";
import { SPARE_DATABASE, spareTexts } from "../../src/state/spare-texts";
import { deviceDatabase } from "../../workers/storage/device-database";

/** As when the origin's data are deleted during a read. */
function abortReadings(): void {
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...asked: Parameters<typeof begin>) {
    const transaction = begin.apply(this, asked);
    queueMicrotask(() => transaction.abort());
    return transaction;
  });
}

it("tells readers that it failed, and leaves no unhandled error", async () => {
  const unheard = vi.fn((event: PromiseRejectionEvent) => event.preventDefault());
  addEventListener("unhandledrejection", unheard);
  const database = await deviceDatabase("aborted");
  await spareTexts.put("screen", { text: "{}" });
  abortReadings();
  await expect(database.getAll("records")).rejects.toThrow();
  await expect(database.get("datasets", "hash")).rejects.toThrow();
  await expect(spareTexts.all()).rejects.toThrow();
  await new Promise((done) => setTimeout(done));
  vi.restoreAllMocks();
  removeEventListener("unhandledrejection", unheard);
  expect(unheard).not.toHaveBeenCalled();
  database.close();
  for (const name of ["aborted", SPARE_DATABASE]) indexedDB.deleteDatabase(name);
});
