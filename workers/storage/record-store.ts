import { safeParse } from "valibot";
import { fail, type Millis, type Outcome, succeed } from "../contract";
import { mayContainFormerNames, withCurrentNames } from "../former-names";
import { deviceDatabase, erasedAt, exclusively, refused } from "./device-database";
import { type RecordKind, recordSchema, type StoredRecord } from "./record";

/** How long what was removed can be brought back. */
export const UNDO_KEPT: Millis = 10 * 60_000;

export interface RecordList {
  records: StoredRecord[];
  /** Records that cannot be read are left alone: another version may be able to read them. */
  unreadable: number;
}

/** A stored record with current names; one that has them already is returned as is, with values JSON cannot represent, such as -0. */
function readRecord(value: unknown) {
  if (!mayContainFormerNames(value)) return safeParse(recordSchema, value);
  const kept = JSON.stringify(value);
  const present = withCurrentNames(kept);
  return safeParse(recordSchema, present === kept ? value : JSON.parse(present));
}

/** When the computation that a record describes began; infinity if it describes none. */
function begunAt({ body }: StoredRecord): Millis {
  const { startedAt } = (body ?? {}) as { startedAt?: unknown };
  return typeof startedAt === "number" ? startedAt : Number.POSITIVE_INFINITY;
}

/** The records of one workspace on this device. Each change is one transaction, one at a time in all tabs. */
export class RecordStore {
  constructor(private readonly workspace: string) {}

  /** Newest first. @param tidy also purge what was removed a while ago */
  async list(kind: RecordKind, tidy: boolean): Promise<Outcome<RecordList>> {
    try {
      const database = await deviceDatabase(this.workspace);
      const values = await database.getAllFromIndex("records", "kind", kind);
      const parsed = values.map(readRecord);
      const records = parsed.flatMap((one) => (one.success ? [one.output] : []));
      const purged = tidy ? records.filter(({ removedAt }) => removedAt !== null && removedAt < Date.now() - UNDO_KEPT) : [];
      await exclusively(this.workspace, async () => {
        for (const { id } of purged) await database.delete("records", id);
      }).catch((error) => void refused(error));
      const present = records.filter(({ removedAt }) => removedAt === null);
      return succeed({ records: present.sort((a, b) => b.createdAt - a.createdAt), unreadable: values.length - records.length });
    } catch (error) {
      return refused(error);
    }
  }

  /** A record, including a removed one that can be restored; null if there is none that can be read. */
  async get(id: string): Promise<Outcome<StoredRecord | null>> {
    try {
      const parsed = readRecord(await (await deviceDatabase(this.workspace)).get("records", id));
      return succeed(parsed.success ? parsed.output : null);
    } catch (error) {
      return refused(error);
    }
  }

  /** The readable records with these ids, including removed ones: in one transaction, however many there are. */
  async getAll(ids: readonly string[]): Promise<Outcome<Map<string, StoredRecord>>> {
    try {
      const store = (await deviceDatabase(this.workspace)).transaction("records").store;
      const parsed = (await Promise.all(ids.map((id) => store.get(id)))).filter((value) => value !== undefined).map(readRecord);
      return succeed(new Map(parsed.flatMap((one) => (one.success ? [[one.output.id, one.output] as const] : []))));
    } catch (error) {
      return refused(error);
    }
  }

  /**
   * Writes a record, new or changed, unless its run began before the workspace was erased.
   * @param unlessRemoved leaves a removed record unchanged
   * @returns the record as stored now
   */
  async save(record: StoredRecord, unlessRemoved = false): Promise<Outcome<StoredRecord>> {
    try {
      return await exclusively(this.workspace, async () => {
        const database = await deviceDatabase(this.workspace);
        if (begunAt(record) < erasedAt(this.workspace)) return succeed({ ...record, removedAt: Date.now() });
        const before = unlessRemoved ? readRecord(await database.get("records", record.id)) : null;
        if (before?.success && before.output.removedAt !== null) return succeed(before.output);
        await database.put("records", record);
        return succeed(record);
      });
    } catch (error) {
      return refused(error);
    }
  }

  /** Removes a record, or restores it. */
  async mark(id: string, removedAt: Millis | null): Promise<Outcome<StoredRecord>> {
    try {
      return await exclusively(this.workspace, async () => {
        const database = await deviceDatabase(this.workspace);
        const parsed = readRecord(await database.get("records", id));
        if (!parsed.success) return fail("storage", "storage/recordGone");
        const changed = { ...parsed.output, removedAt };
        await database.put("records", changed);
        return succeed(changed);
      });
    } catch (error) {
      return refused(error);
    }
  }
}
