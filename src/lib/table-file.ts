import type { WriteTableInput } from "../../workers/report/jobs/write-table";
import { DeviceChoice } from "./device-choice";
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

/** Format for saving every table on this device; kept until the tab is closed if storage refuses it. */
export const tableFormat = new DeviceChoice("prospect.table-format", Object.keys(TABLE_FORMATS) as TableFormat[], "csv");

export const canWriteTables = (): boolean => tableWriter.write !== null;
