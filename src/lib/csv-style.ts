import type { WriteTableInput } from "../../workers/report/jobs/write-table";
import { DeviceText } from "./device-text";

export type CsvStyle = NonNullable<WriteTableInput["csv"]>;

/** How CSV files are written, by name. */
export const CSV_STYLES: Readonly<Record<CsvStyle, { label: string }>> = {
  point: { label: "1234.5, separated by commas" },
  comma: { label: "1234,5, separated by semicolons" },
};

const kept = new DeviceText(() => localStorage, "prospect.csv-style");

/** Separator and decimal sign of every CSV of this device; where the device refuses to keep it, until the tab is closed. */
export const csvStyle = {
  subscribe: kept.subscribe,
  read: (): CsvStyle => (kept.text() === "comma" ? "comma" : "point"),
  choose: (style: CsvStyle): void => (style === "point" ? kept.forget() : kept.keep(style)),
  follow: kept.follow,
};
