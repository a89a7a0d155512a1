import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import * as v from "valibot";
import type { Failure, Progress, Series } from "../../../workers/contract";
import type { ReadOptions } from "../../../workers/ingest";
import { useCollecting } from "../../client/collecting";
import { compute } from "../../client/compute";
import { type FieldContent, onHandOver } from "../../state/hand-over";
import { isTransient } from "../../state/passing-period";
import { readInputs, useScreenInputs } from "../../state/screen-inputs";
import type { LoadedText } from "../../ui/data-field.tsx";
import type { NewerFile, VersionChoice } from "./newer-file";
import type { Given } from "./reader-state";
import type { SampleId } from "./samples";
import { SeriesReader } from "./series-reader";

const keptSchema = v.object({ text: v.string(), hash: v.nullable(v.string()) });
const EMPTY: FieldContent = { text: "", hash: null };

/** Whether a field such as "garch-model/data" has no content, shown or kept. */
export function isFieldEmpty(field: string): boolean {
  const { text, hash } = readInputs(field, keptSchema, EMPTY);
  return hash === null && text.trim() === "";
}

interface SeriesSourceOptions {
  /** Screen and field of the source, under which inputs are stored across a reload. Constants of the screen. */
  screen: string;
  field: string;
  /** It accepts a whole panel; otherwise one symbol at a time. A constant of the screen. */
  whole?: boolean;
}

/** State and actions for choosing a period of the series in a field. */
export interface PeriodControl {
  /** The series to choose a period from; null if not available. */
  whole: Series | null;
  /** The brush is being dragged: the shown period is not stored. */
  passing: boolean;
  place: SeriesReader["place"];
}

export interface SeriesSource {
  text: string;
  setText(text: string): void;
  /** The series read: typed, pasted, from a file, a sample or the workspace. Null until then. */
  series: Series | null;
  /** Set if the series was not typed: the box shows its first lines instead of text. */
  loaded: LoadedText | null;
  /** True if the field has no content and none is being restored. */
  empty: boolean;
  /** The content is being restored from when the screen was left. */
  returning: boolean;
  reading: Progress | null;
  failure: Failure | null;
  takeText(text: Blob | string): void;
  takeFile(file: File): void;
  takeSample(id: SampleId): void;
  takeDataset(hash: string): void;
  /** A newer file of a known series, until the user has chosen what to do with it. */
  newer: NewerFile | null;
  /** Whether a choice is pending right now, rendered or not. */
  asks(): boolean;
  takeVersion(choice: VersionChoice | null): void;
  /** Replaces the symbol in the field by another of the same panel. */
  takeSymbol(name: string): void;
  /** Re-reads the field's source with other options; null if it is no longer available. */
  reread: ((options: ReadOptions) => void) | null;
  /** Source that could not be read, until something else is. */
  refused: Given | null;
  /** Re-reads the field's source, or one that was refused, with other options. */
  readAgain(options: ReadOptions, given?: Given | null): void;
  /** The source as it was given; null if no longer available. */
  given: Given | null;
  /** It holds a whole table with all columns. */
  whole?: boolean;
  /** It is being re-read: the series stays visible. */
  rereading: boolean;
  period: PeriodControl;
  /** Cancels a reading in progress; the previous content stays. */
  cancel(): void;
  clear(): void;
  /** The series once reading has finished; null if there is none. */
  settled(): Promise<Series | null>;
}

/** As many lines as the box shows: laying out all ten kilobytes of a preview would take longer than rendering the rest of the screen. */
const firstLines = (preview: string) => preview.slice(0, 1000).split("\n", 12).join("\n");

/**
 * The data of one field of one screen: reads whatever is typed, pasted, dropped, opened or chosen, in a worker, and stores it across a
 * reload.
 */
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

  // Restores the content from when the screen was left; leaving stops reading.
  useEffect(() => {
    const stop = reader.subscribe(() => {
      const read = reader.read();
      const progress = reader.reading();
      if (progress) setReading(progress);
      const update = () => {
        // Together with the result: a field that is neither filled nor reading would briefly disable its button.
        if (!progress) setReading(null);
        setState((before) => {
          const still = before.returning && progress !== null;
          return before.shown === read && before.returning === still ? before : { shown: read, returning: still };
        });
      };
      // As a transition, since charts and reports depend on the series: they render in slices without blocking input. Re-reading is urgent:
      // what is open on the series must stay open.
      if (read.series && !read.rereading) startTransition(update);
      else update();
    });
    reader.restore(kept.current);
    // A data field in view will soon need a worker: the first paste does not wait for one to start.
    void compute.warm();
    return () => {
      reader.leave();
      stop();
    };
  }, [reader]);

  useEffect(() => onHandOver(`${screen}/${field}`, reader.take), [screen, field, reader]);

  // Same object until something changes, so that components showing the field do not re-render with its screen.
  return useMemo(
    () => ({
      // Methods of the reader.
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
        passing: series !== null && isTransient(series),
        place: reader.place,
      },
    }),
    [reader, inputs.text, series, asLoaded, given, refused, newer, rereading, all, blank, returning, reading, failure, whole],
  );
}
