import { type Millis, type Outcome, succeed } from "../../contract";
import { deviceDatabase, refused } from "../device-database";

/** Writes an entry into the device's database, reads it back and deletes it: the time this took. */
export async function probeDatabase({ workspace }: { workspace: string }): Promise<Outcome<Millis>> {
  const began = performance.now();
  const id = `probe:${crypto.randomUUID()}`;
  try {
    const database = await deviceDatabase(workspace);
    await database.put("api", { id });
    const read = (await database.get("api", id)) as { id?: unknown } | undefined;
    await database.delete("api", id);
    if (read?.id !== id) throw new DOMException("what was written is not there", "UnknownError");
    return succeed(performance.now() - began);
  } catch (error) {
    return refused(error);
  }
}
