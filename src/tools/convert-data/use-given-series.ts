import { useState } from "react";
import type { Failure, Series } from "../../../workers/contract";
import type { VersionChoice } from "../../analysis/data/newer-file";
import { dated, fileStem, saveTable, type TableColumns } from "../../analysis/data/save-table.ts";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import type { Turn } from "../../analysis/use-analysis";
import { csvStyle } from "../../lib/csv-style.ts";
import { saveFile } from "../../lib/save-file.ts";
import { workspace } from "../../state/workspace";
import { toastFailure } from "../../ui/toast-queue.ts";
import { useStable } from "../../ui/use-latest.ts";
import type { LoadedSource } from "./use-report-field";

/** Every column of a series behind its dates. */
const seriesColumns = ({ times, columns }: Series): TableColumns =>
  dated(
    times,
    columns.map(({ name, values }) => ({ name, values })),
  );

/** What a file of a series is called: of a symbol, its panel and the symbol. */
function seriesStem({ name, quality: { symbolOf } }: Series): string {
  const ending = symbolOf ? ` (${symbolOf.name})` : "";
  return symbolOf && name.endsWith(ending) ? fileStem(`${fileStem(name.slice(0, -ending.length))}-${symbolOf.name}.csv`) : fileStem(name);
}

/** Saves a series in the chosen format; of a symbol of a panel, the whole panel where that is asked. */
export async function saveSeries(series: Series, whole?: "whole"): Promise<void> {
  const panel = whole && series.quality.symbolOf?.panel;
  const read = panel ? await workspace.load(panel) : null;
  if (read && !read.ok) toastFailure(read.failure);
  else await saveTable(seriesColumns(read?.value ?? series), seriesStem(read?.value ?? series));
}

export type Asking = Pick<Turn<never>, "ask">;

/** Hands the browser every column of a series as CSV; what kept it from that, or null. */
export async function saveAsCsv(turn: Asking, series: Series): Promise<Failure | null> {
  const written = await turn.ask("export-table", { columns: seriesColumns(series), csv: csvStyle.read() }, { cache: false });
  if (!written.ok) return written.failure;
  saveFile(written.value, `${seriesStem(series)}.csv`);
  return null;
}

/** The series that is in the form where what was given is no report: a table, a panel, or a dataset of this device. */
export function useGivenSeries() {
  const source = useSeriesSource({ screen: "convert-data", field: "series" });
  const hash = source.series?.hash ?? null;
  /** What a file that asks took the place of. */
  const [replaced, setReplaced] = useState<string | null>(null);
  return {
    source,
    /** A newer file of a known series, and what answers it; what stood here before comes back where the file is left alone. */
    newer: source.newer,
    takeVersion: useStable((choice: VersionChoice | null) => {
      source.takeVersion(choice);
      if (choice === null && replaced !== null) source.takeDataset(replaced);
    }),
    /** Reads what is no report: a series, or one that asks first; null where it holds none, and what stood here before stays. */
    take: useStable(async ({ source: given }: LoadedSource): Promise<Series | "asks" | null> => {
      setReplaced(hash);
      source.clear();
      if (given instanceof File) source.takeFile(given);
      else source.takeText(given);
      const read = await source.settled();
      if (read) return read;
      if (source.asks()) return "asks";
      source.clear();
      if (hash !== null) source.takeDataset(hash);
      return null;
    }),
    /** The answer brings it back. */
    empty: useStable(() => {
      source.clear();
      return () => hash !== null && source.takeDataset(hash);
    }),
  };
}

export type GivenSeries = ReturnType<typeof useGivenSeries>;
