import { useSyncExternalStore } from "react";
import { CSV_STYLES, type CsvStyle, csvStyle } from "../lib/csv-style.ts";
import { Select } from "./select.tsx";

const STYLES = Object.entries(CSV_STYLES).map(([value, style]) => ({ value: value as CsvStyle, ...style }));

/** The choice of separator and decimal sign, used for every CSV. */
export function CsvStyleField({ hint }: { hint?: string }) {
  const style = useSyncExternalStore(csvStyle.subscribe, csvStyle.read);
  return <Select label="CSV files" value={style} options={STYLES} onChange={csvStyle.choose} hint={hint} />;
}
