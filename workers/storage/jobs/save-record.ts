import type { Outcome } from "../../contract";
import { makingRoom } from "../making-room";
import type { StoredRecord } from "../record";
import { RecordStore } from "../record-store";

/** Stores a record on this device, new or changed; with `unlessRemoved`, one that was removed remains removed. */
export function saveRecord(input: { workspace: string; record: StoredRecord; unlessRemoved?: boolean }): Promise<Outcome<StoredRecord>> {
  const { workspace, record, unlessRemoved } = input;
  return makingRoom(workspace, () => new RecordStore(workspace).save(record, unlessRemoved));
}
