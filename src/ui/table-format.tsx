import { useSyncExternalStore } from "react";
import { TABLE_FORMATS, type TableFormat, tableFormat } from "../lib/table-file.ts";
import { Select } from "./select.tsx";

const FORMATS = Object.entries(TABLE_FORMATS).map(([value, format]) => ({ value: value as TableFormat, ...format }));

export const useTableFormat = () => TABLE_FORMATS[useSyncExternalStore(tableFormat.subscribe, tableFormat.read)];

/** The name of the format tables are saved in. */
export const TableFormatName = () => useTableFormat().label;

/** The choice of that format. */
export function TableFormatField({ hint }: { hint?: string }) {
  const format = useSyncExternalStore(tableFormat.subscribe, tableFormat.read);
  return <Select label="Tables are saved as" value={format} options={FORMATS} onChange={(next) => tableFormat.choose(next)} hint={hint} />;
}
