export { allowedHosts, namedHosts, secureHosts } from "./allowed-hosts";
export type { Dataset } from "./dataset";
export { deviceDatabase, refused } from "./device-database";
export { jobs } from "./jobs";
export type { RecordKind, StoredRecord } from "./record";
export { type RecordList, RecordStore } from "./record-store";
export { StoredWorkspace } from "./workspace";
