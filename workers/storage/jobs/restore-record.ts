import type { Outcome } from "../../contract";
import type { StoredRecord } from "../record";
import { RecordStore } from "../record-store";

/** Brings a removed record back. */
export function restoreRecord(input: { workspace: string; id: string }): Promise<Outcome<StoredRecord>> {
  return new RecordStore(input.workspace).mark(input.id, null);
}
