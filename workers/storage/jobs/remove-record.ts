import type { Outcome } from "../../contract";
import type { StoredRecord } from "../record";
import { RecordStore } from "../record-store";

/** Takes a record off its list; it stays a while, so that it can be restored. */
export function removeRecord(input: { workspace: string; id: string }): Promise<Outcome<StoredRecord>> {
  return new RecordStore(input.workspace).mark(input.id, Date.now());
}
