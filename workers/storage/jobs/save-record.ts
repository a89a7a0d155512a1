import type { Outcome } from "../../contract";
import type { StoredRecord } from "../record";
import { RecordStore } from "../record-store";

/** Keeps a record on this device, new or changed; with `unlessRemoved` one that was removed stays removed. */
export function saveRecord(input: { workspace: string; record: StoredRecord; unlessRemoved?: boolean }): Promise<Outcome<StoredRecord>> {
  return new RecordStore(input.workspace).save(input.record, input.unlessRemoved);
}
