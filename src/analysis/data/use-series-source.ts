import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import * as v from "valibot";
import type { Failure, Progress, Series } from "../../../workers/contract";
import type { ReadOptions } from "../../../workers/ingest";
import { useCollecting } from "../../client/collecting";
import { compute } from "../../client/compute";
import { onHandOver } from "../../state/hand-over";
import { isPassing } from "../../state/passing-period";
import { useScreenInputs } from "../../state/screen-inputs";
import type { LoadedText } from "../../ui/data-field.tsx";
import type { NewerFile, VersionChoice } from "./newer-file";
import type { Given, KeptField } from "./reader-state";
import type { SampleId } from "./samples";
import { SeriesReader } from "./series-reader";

const keptSchema = v.object({ text: v.string(), hash: v.nullable(v.string()) });
const EMPTY: KeptField = { text: "", hash: null };

export interface SeriesSourceOptions {
  /** Which screen and field the source belongs to: inputs are kept under these names over a reload. Constants of the screen. */
  screen: string;
  field: string;
  /** A panel stands in it whole; else it holds one symbol after the other. A constant of the screen. */
  whole?: boolean;
}

/** What the choice of a period of the series in a field needs. */
export interface PeriodControl {
  /** What a period is chosen from; null where it is not at hand. */
  whole: Series | null;
  /** The hand still moves: what is shown is not kept. */
  passing: boolean;
  place: SeriesReader["place"];
}

export interface SeriesSource {
  text: string;
  setText(text: string): void;
  /** What was read: typed, pasted, from a file, a sample or the workspace. Null until then. */
  series: Series | null;
  /** Set when the series did not come from typing: the box shows its first lines instead of a text. */
  loaded: LoadedText | null;
  /** True while nothing stands in the field, and nothing remembered is on its way into it. */
  empty: boolean;
  /** What stood in the field when the screen was left is on its way back. */
  returning: boolean;
  reading: Progress | null;
  failure: Failure | null;
  takeText(text: Blob | string): void;
  takeFile(file: File): void;
  takeSample(id: SampleId): void;
  takeDataset(hash: string): void;
  /** A newer file of a known series, until it is said what is done with it. */
  newer: NewerFile | null;
  /** Whether one waits now, before it is drawn. */
  asks(): boolean;
  takeVersion(choice: VersionChoice | null): void;
  /** Puts another symbol of the same panel in the field. */
  takeSymbol(name: string): void;
  /** Reads what stands in the field again, in another way; null where it is not at hand any more. */
  reread: ((options: ReadOptions) => void) | null;
  /** What could not be read, until something else is. */
  refused: Given | null;
  /** Reads what stands in the field, or what was refused, in another way. */
  readAgain(options: ReadOptions, given?: Given | null): void;
  /** What stands in the field, as it was given; null where it is not at hand any more. */
  given: Given | null;
  /** A table stands in it whole, with all its columns. */
  whole?: boolean;
  /** It is being read again: the series stays on show meanwhile. */
  rereading: boolean;
  period: PeriodControl;
  /** Cancels a reading under way; what stood in the field before stays. */
  cancel(): void;
  clear(): void;
  /** The series once nothing is being read any more; null when there is none. */
  settled(): Promise<Series | null>;
}

/** As many lines as a box shows: laying out all ten kilobytes of a preview would take longer than drawing the rest of the screen. */
const firstLines = (preview: string) => preview.slice(0, 1000).split("\n", 12).join("\n");

/** The data of one field of one screen: reads whatever is typed, pasted, dropped, opened or chosen, in a worker, and keeps it over a reload. */
export function useSeriesSource({ screen, field, whole }: SeriesSourceOptions): SeriesSource {
  const { inputs, change } = useScreenInputs(`${screen}/${field}`, keptSchema, EMPTY);
  const [reader] = useState(() => new SeriesReader(change, { whole }));
  const [reading, setReading] = useState<Progress | null>(null);
  const blank = inputs.text.trim() === "";
  const [{ shown, returning }, setState] = useState(() => ({
    shown: reader.read(),
    returning: inputs.hash !== null || !blank,
  }));
  const { series, asLoaded, failure, given, refused, newer, rereading, whole: all } = shown;
  useCollecting(series);
  const kept = useRef(inputs);
  useEffect(() => {
    kept.current = inputs;
  });

  // What was in the field when the screen was left comes back; leaving stops what is being read.
  useEffect(() => {
    const stop = reader.subscribe(() => {
      const read = reader.read();
      const progress = reader.reading();
      if (progress) setReading(progress);
      const update = () => {
        // In one with what was read: a field that neither holds nor reads anything would switch its button off under the hand.
        if (!progress) setReading(null);
        setState((before) => {
          const still = before.returning && progress !== null;
          return before.shown === read && before.returning === still ? before : { shown: read, returning: still };
        });
      };
      // Charts and reports hang on a series: as a transition they are drawn in slices, and typing goes on in between. That the same is read
      // again is known at once: what is open on it stays.
      if (read.series && !read.rereading) startTransition(update);
      else update();
    });
    reader.restore(kept.current);
    // Whoever looks at a data field will soon need a worker: the first paste does not wait for one to start.
    void compute.warm();
    return () => {
      reader.leave();
      stop();
    };
  }, [reader]);

  useEffect(() => onHandOver(`${screen}/${field}`, reader.take), [screen, field, reader]);

  // The same object as long as nothing has changed, so that what shows the field need not be drawn again with its screen.
  return useMemo(
    () => ({
      // What it can be given and asked.
      ...reader,
      text: inputs.text,
      series,
      loaded: asLoaded && series ? { preview: firstLines(series.preview), count: series.length } : null,
      empty: blank && series === null && !returning,
      returning,
      reading,
      failure,
      newer,
      reread: given && reader.readAgain,
      refused,
      given,
      whole,
      rereading,
      period: {
        whole: all?.series ?? (series?.period ? null : series),
        passing: series !== null && isPassing(series),
        place: reader.place,
      },
    }),
    [reader, inputs.text, series, asLoaded, given, refused, newer, rereading, all, blank, returning, reading, failure, whole],
  );
}
