import type { WriteTableInput } from "../../workers/report/jobs/write-table";
import { DeviceChoice } from "./device-choice";

export type CsvStyle = NonNullable<WriteTableInput["csv"]>;

/** Formats of CSV files, by name. */
export const CSV_STYLES: Readonly<Record<CsvStyle, { label: string }>> = {
  point: { label: "1234.5, separated by commas" },
  comma: { label: "1234,5, separated by semicolons" },
};

/** Separator and decimal sign of every CSV on this device; kept until the tab is closed if storage refuses it. */
export const csvStyle = new DeviceChoice("prospect.csv-style", Object.keys(CSV_STYLES) as CsvStyle[], "point");
