import type { Outcome } from "../../contract";
import type { StoredRecord } from "../record";
import { RecordStore } from "../record-store";

/** Keeps a record on this device, new or changed. */
export function saveRecord(input: { workspace: string; record: StoredRecord }): Promise<Outcome<StoredRecord>> {
  return new RecordStore(input.workspace).save(input.record);
}
