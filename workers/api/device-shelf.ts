import { deviceDatabase } from "../storage";
import type { Shelf } from "./vault";

/** The vault's storage in the database of a workspace. */
export const deviceShelf = (workspace: string): Shelf => ({
  get: async (id) => (await deviceDatabase(workspace)).get("api", id),
  put: async (entry) => void (await (await deviceDatabase(workspace)).put("api", entry)),
  delete: async (id) => (await deviceDatabase(workspace)).delete("api", id),
  ids: async () => (await deviceDatabase(workspace)).getAllKeys("api"),
  update: async (id, change) => {
    const transaction = (await deviceDatabase(workspace)).transaction("api", "readwrite");
    await transaction.store.put(change(await transaction.store.get(id)));
    await transaction.done;
  },
});
