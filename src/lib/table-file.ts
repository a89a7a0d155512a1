import type { WriteTableInput } from "../../workers/report/jobs/write-table";
import { DeviceText } from "./device-text";
import { tableWriter } from "./table-writer";

export type TableColumns = WriteTableInput["columns"];
export type TableFormat = WriteTableInput["format"];

/** Formats a table can be saved in, by name. */
export const TABLE_FORMATS: Readonly<Record<TableFormat, { label: string }>> = {
  csv: { label: "CSV" },
  xlsx: { label: "Excel" },
  parquet: { label: "Parquet" },
  arrow: { label: "Arrow" },
};

const KEY = "prospect.table-format";
const kept = new DeviceText(() => localStorage, KEY);

/** The format every table of this device is saved in; where the device refuses to keep it, until the tab is closed. */
export const tableFormat = {
  subscribe: kept.subscribe,
  read(): TableFormat {
    const text = kept.text();
    return text !== null && Object.hasOwn(TABLE_FORMATS, text) ? (text as TableFormat) : "csv";
  },
  choose: (format: TableFormat): void => kept.keep(format),
  follow: kept.follow,
};

export const canWriteTables = (): boolean => tableWriter.write !== null;
