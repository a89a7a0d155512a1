import type { Jobs } from "../../../workers/jobs";
import type { TableColumns } from "../../analysis/data/save-table.ts";
import type { JobValue } from "../../client/pool";

export type Report = JobValue<Jobs, "convert-results">;
export type Metric = Report["metrics"][number];

/** The user's changes in the preview, by figure. */
export interface Changes {
  left: ReadonlySet<string>;
  values: ReadonlyMap<string, string>;
}

export const NO_CHANGES: Changes = { left: new Set(), values: new Map() };

/** A value as written to the file: as typed, or the figure with all digits. */
export const valueText = ({ name, value }: Metric, { values }: Changes): string => values.get(name) ?? String(value);

const asNumber = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

/** One column per included figure, one row. */
export function outputColumns(metrics: readonly Metric[], changes: Changes): TableColumns {
  return metrics
    .filter(({ name }) => !changes.left.has(name))
    .map((metric) => {
      const text = valueText(metric, changes);
      const number = asNumber(text);
      return { name: metric.name, values: Number.isNaN(number) && text.trim() !== "" ? [text.trim()] : Float64Array.of(number) };
    });
}

/** The same figures as an object, in the same order. */
export const outputRecord = (metrics: readonly Metric[], changes: Changes): Record<string, number | string> =>
  Object.fromEntries(
    metrics
      .filter(({ name }) => !changes.left.has(name))
      .map((metric) => {
        const text = valueText(metric, changes);
        return [metric.name, Number.isNaN(asNumber(text)) ? text.trim() : asNumber(text)];
      }),
  );

/** trading_results_2026-11-20T19-22-10-123Z.csv */
export const outputName = (now: Date): string => `trading_results_${now.toISOString().replace(/[:.]/g, "-")}.csv`;
