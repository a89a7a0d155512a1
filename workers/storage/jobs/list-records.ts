import type { Outcome } from "../../contract";
import type { RecordKind } from "../record";
import { type RecordList, RecordStore } from "../record-store";

/** The records of a kind stored on this device, newest first. `tidy`: also purge what was removed a while ago. */
export function listRecords(input: { workspace: string; kind: RecordKind; tidy: boolean }): Promise<Outcome<RecordList>> {
  return new RecordStore(input.workspace).list(input.kind, input.tidy);
}
