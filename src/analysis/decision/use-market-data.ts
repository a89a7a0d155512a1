import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Series } from "../../../workers/contract";
import type { PriceBars } from "../../charts/chart-spec";
import { priceBars } from "../data/price-columns";
import { type SeriesSource, useSeriesSource } from "../data/use-series-source";
import { csvFailure } from "./csv-failure";
import type { MarketInputs } from "./market-inputs";

/** Up to this many numbers of a CSV are written into the box as text; more are shown as a loaded series. */
const MAX_AS_TEXT = 1000;

/** What will be analyzed: the typed prices, those of the CSV, or both, typed ones first. */
export interface MarketSeries {
  typed: Series | null;
  csv: Series | null;
}

export interface MarketData {
  /** The box: typed text, or the CSV that fills it. */
  box: SeriesSource;
  csv: SeriesSource;
  /** The series read so far. */
  series: MarketSeries;
  count: number;
  /** The box mirrors the CSV's numbers. */
  mirrored: boolean;
  /** Whether either field has content, read or not. */
  given: boolean;
  /** Puts generated prices into the box. */
  fillSample: (text: string, seed: number) => void;
  loadCsv: (file: File) => void;
  removeCsv: () => void;
  /** Both series once reading has finished. */
  settled: () => Promise<MarketSeries>;
}

const primary = (series: Series): Float64Array => series.columns[series.primary].values;
const asText = (prices: Float64Array): string => prices.join(", ");

/** Typed prices followed by the CSV's, with dates if a single series provides all; null without any. */
export function pricesOf({ typed, csv }: MarketSeries) {
  const first = typed ?? csv;
  if (!first) return null;
  const appended = csv && csv !== first ? primary(csv) : null;
  return { prices: primary(first), appended, times: appended ? null : first.times, first };
}

/** Opens, highs, lows and volumes, if a single series provides them all. */
export function barsOf(series: MarketSeries): PriceBars | undefined {
  const found = pricesOf(series);
  return found && !found.appended ? priceBars(found.first, found.first.columns[found.first.primary]) : undefined;
}

/** The specification's placeholder for a text with fewer than two prices; the engine reports it and decides on it. */
export const TWO_ZEROS = { prices: Float64Array.of(0, 0), appended: null, times: null, substituted: true };

/** The box, calling `edited` before its content changes. */
function whenEdited(source: SeriesSource, edited: () => void): SeriesSource {
  const notifying =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      edited();
      act(...args);
    };
  const { setText, takeText, takeSample, takeDataset, clear } = source;
  return {
    ...source,
    setText: notifying(setText),
    takeText: notifying(takeText),
    takeSample: notifying(takeSample),
    takeDataset: notifying(takeDataset),
    clear: notifying(clear),
  };
}

/**
 * The two data fields of a decision screen; `screen` is a constant of it. A CSV loaded while the box is empty also fills it: its numbers
 * are then in both places but count once, until the box is edited.
 */
export function useMarketData(screen: string, inputs: MarketInputs, change: (changes: Partial<MarketInputs>) => void): MarketData {
  const typed = useSeriesSource({ screen, field: "data" });
  const file = useSeriesSource({ screen, field: "csv" });
  const { mirror } = inputs;
  const mirrored = mirror !== null && file.series?.hash === mirror.hash && typed.text === mirror.text && typed.loaded === null;

  // A file chosen while the box is empty fills it once it has been read; so does choosing another part of the file that fills it.
  const toFill = useRef(false);
  const csv = useMemo(() => {
    const reread: SeriesSource["reread"] =
      file.reread &&
      ((options) => {
        toFill.current = mirrored;
        file.reread?.(options);
      });
    return { ...file, failure: csvFailure(file.failure), reread };
  }, [file, mirrored]);
  useEffect(() => {
    if (csv.failure) toFill.current = false;
    if (!toFill.current || !csv.series || csv.reading || csv.newer) return;
    toFill.current = false;
    const untouched = typed.loaded === null && typed.text === (mirror?.text ?? "");
    if (!untouched) return;
    const text = csv.series.length <= MAX_AS_TEXT ? asText(primary(csv.series)) : "";
    typed.setText(text);
    change({ mirror: { hash: csv.series.hash, text }, sampleSeed: null });
  }, [csv, typed, mirror, change]);

  const box = useMemo(() => {
    const own = whenEdited(typed, () => change({ mirror: null, sampleSeed: null }));
    if (!mirrored || typed.text !== "" || !csv.series) return own;
    // Too long for the box: it shows the first lines of the file instead.
    return { ...own, series: csv.series, empty: false, loaded: { preview: csv.series.preview, count: csv.series.length } };
  }, [typed, csv, mirrored, change]);

  const { takeFile } = file;
  const fills = typed.empty || mirrored;
  const loadCsv = useCallback(
    (chosen: File) => {
      toFill.current = fills;
      takeFile(chosen);
    },
    [takeFile, fills],
  );
  const removeCsv = () => {
    if (mirrored) typed.clear();
    change({ mirror: null });
    file.clear();
  };
  const series: MarketSeries = { typed: mirrored ? null : typed.series, csv: csv.series };
  return {
    box,
    csv,
    series,
    count: (series.typed?.length ?? 0) + (series.csv?.length ?? 0),
    mirrored,
    given: !typed.empty || !csv.empty,
    fillSample: (text, seed) => {
      typed.setText(text);
      change({ mirror: null, sampleSeed: seed });
    },
    loadCsv,
    removeCsv,
    settled: async () => {
      const [ownSeries, csvSeries] = await Promise.all([typed.settled(), file.settled()]);
      return { typed: mirrored ? null : ownSeries, csv: csvSeries };
    },
  };
}
