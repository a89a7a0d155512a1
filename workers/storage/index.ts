export { allowedHosts, namedHosts, secureHosts } from "./allowed-hosts";
export { readExact, writeExact } from "./backup/exact-json";
export { blockWidth, type Dataset, type Entry, entryOf, entrySchema, seriesOf } from "./dataset";
export { deviceDatabase, refused } from "./device-database";
export { jobs } from "./jobs";
export type { RecordKind, StoredRecord } from "./record";
export { type RecordList, RecordStore } from "./record-store";
export { digestValue, fieldsOf } from "./value-digest";
export { StoredWorkspace } from "./workspace";
