import type { Series } from "../../../workers/contract";
import { Caution } from "../../ui/failure-box.tsx";

/** States which column is analyzed if the reader found no header that identifies the prices, and none is chosen. */
export function ColumnCaution({ series, chosen }: { series: Series | null; chosen: string | null }) {
  if (!series?.quality.doubts?.includes("value-column") || series.columns.some(({ name }) => name === chosen)) return null;
  const { name } = series.columns[series.primary];
  return <Caution>No column is named Close, Price or Value: {name} is analyzed. To use another, choose it under Column.</Caution>;
}
