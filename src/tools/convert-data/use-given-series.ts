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

/** All columns of a series, preceded by its dates. */
const seriesColumns = ({ times, columns }: Series): TableColumns =>
  dated(
    times,
    columns.map(({ name, values }) => ({ name, values })),
  );

/** File name stem of a series; for a symbol, panel and symbol. */
function seriesStem({ name, quality: { symbolOf } }: Series): string {
  const ending = symbolOf ? ` (${symbolOf.name})` : "";
  return symbolOf && name.endsWith(ending) ? fileStem(`${fileStem(name.slice(0, -ending.length))}-${symbolOf.name}.csv`) : fileStem(name);
}

/** Saves a series in the chosen format; for a symbol of a panel, the whole panel on request. */
export async function saveSeries(series: Series, whole?: "whole"): Promise<void> {
  const panel = whole && series.quality.symbolOf?.panel;
  const read = panel ? await workspace.load(panel) : null;
  if (read && !read.ok) toastFailure(read.failure);
  else await saveTable(seriesColumns(read?.value ?? series), seriesStem(read?.value ?? series));
}

export type Asking = Pick<Turn<never>, "ask">;

/** Downloads every column of a series as CSV; returns the failure, or null. */
export async function saveAsCsv(turn: Asking, series: Series): Promise<Failure | null> {
  const written = await turn.ask("export-table", { columns: seriesColumns(series), csv: csvStyle.read() }, { cache: false });
  if (!written.ok) return written.failure;
  saveFile(written.value, `${seriesStem(series)}.csv`);
  return null;
}

/** The series in the form, if the input is not a report: a table, a panel, or a dataset of this device. */
export function useGivenSeries() {
  const source = useSeriesSource({ screen: "convert-data", field: "series" });
  const hash = source.series?.hash ?? null;
  /** Previous content, replaced by a file that awaits a choice. */
  const [replaced, setReplaced] = useState<string | null>(null);
  return {
    source,
    /** A newer file of a known series, with the user's choice; the previous content is restored if the file is ignored. */
    newer: source.newer,
    takeVersion: useStable((choice: VersionChoice | null) => {
      source.takeVersion(choice);
      if (choice === null && replaced !== null) source.takeDataset(replaced);
    }),
    /**
     * Reads input that is not a report: returns a series, "asks" if a choice is pending, or null if it contains none and the previous
     * content stays.
     */
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
    /** Returns a function that restores it. */
    empty: useStable(() => {
      source.clear();
      return () => hash !== null && source.takeDataset(hash);
    }),
  };
}

export type GivenSeries = ReturnType<typeof useGivenSeries>;
