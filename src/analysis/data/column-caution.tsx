import type { Series } from "../../../workers/contract";
import { Caution } from "../../ui/failure-box.tsx";
import { guessedColumn } from "./price-columns";

/** States which column is analyzed if no header identifies the prices. */
export function ColumnCaution({ series, chosen }: { series: Series | null; chosen: string | null }) {
  const column = series && guessedColumn(series, chosen);
  if (!column) return null;
  return <Caution>No column is named Close, Price or Value: {column.name} is analyzed. To use another, choose it under Column.</Caution>;
}
