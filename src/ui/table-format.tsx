import { useSyncExternalStore } from "react";
import { TABLE_FORMATS, tableFormat } from "../lib/table-file.ts";

export const useTableFormat = () => TABLE_FORMATS[useSyncExternalStore(tableFormat.subscribe, tableFormat.read)];

/** The name of the format tables are saved in. */
export const TableFormatName = () => useTableFormat().label;
