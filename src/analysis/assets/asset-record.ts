import type { RunToRecord } from "../../state/run-to-record";
import type { AssetSet } from "./asset-set";

/** The data fields of an asset set, for the record of a run: one field with the dataset, or none for a client's portfolio. */
export function assetData({ set: { series }, text }: { set: AssetSet; text: string }): RunToRecord["data"] {
  if (series.length === 1) return { assets: { series: series[0], text } };
  return Object.fromEntries(series.map((one, i) => [`buy and hold ${i + 1}`, { series: one, text: "" }]));
}

/** A figure of a run, in percent. */
export const inPercent = (label: string, fraction: number | null, decimals = 2) => ({
  label,
  value: fraction === null ? null : 100 * fraction,
  unit: "%",
  decimals,
});
