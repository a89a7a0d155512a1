import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import type { Failure, Millis, Outcome, Progress, Series, SeriesOrigin } from "../../workers/contract";
import { messages } from "../../workers/lib/messages";
import { compute } from "../client/compute";
import { moment } from "../lib/format.ts";
import { useScreenInputs } from "../state/screen-inputs";
import { workspace } from "../state/workspace";
import type { LoadedText } from "../ui/data-field.tsx";
import { type SampleId, sampleOf } from "./samples";

/** How long the typing must rest before the text is read. */
const TYPING_REST: Millis = 300;

const stored = v.object({
  /** What is typed in the box; empty while a loaded series stands there. */
  text: v.string(),
  /** Hash of the loaded series in the workspace. */
  hash: v.nullable(v.string()),
});
const EMPTY: v.InferOutput<typeof stored> = { text: "", hash: null };

export interface SeriesSourceOptions {
  /** Which screen and field the source belongs to: inputs are kept under these names over a reload. */
  screen: string;
  field: string;
  /** Read small files into the box as text, so that they can be edited; larger ones stand there as loaded. */
  smallFilesAsText?: boolean;
}

export interface SeriesSource {
  text: string;
  setText(text: string): void;
  /** What was read: typed, pasted, from a file, a sample or the workspace. Null until then. */
  series: Series | null;
  /** Set when the series did not come from typing: the box shows its first lines instead of a text. */
  loaded: LoadedText | null;
  /** True while nothing stands in the field. */
  empty: boolean;
  reading: Progress | null;
  failure: Failure | null;
  takeText(text: Blob | string): void;
  takeFile(file: File): void;
  takeSample(id: SampleId): void;
  takeDataset(hash: string): void;
  /** Cancels a reading under way; what stood in the field before stays. */
  cancel(): void;
  clear(): void;
  /** The series once nothing is being read any more; null when there is none. */
  settled(): Promise<Series | null>;
}

interface Shown {
  series: Series | null;
  /** The series stands in the box as loaded, not as text. */
  asLoaded: boolean;
  failure: Failure | null;
}
const NOTHING: Shown = { series: null, asLoaded: false, failure: null };
const STARTING: Progress = { fraction: 0, label: "Reading" };

/** As many lines as a box shows: laying out all ten kilobytes of a preview would take longer than drawing the rest of the screen. */
const firstLines = (preview: string) => preview.slice(0, 1000).split("\n", 12).join("\n");

/** The data of one field of one screen: reads whatever is typed, pasted, dropped, opened or chosen, in a worker, and keeps it over a reload. */
export function useSeriesSource({ screen, field, smallFilesAsText = false }: SeriesSourceOptions): SeriesSource {
  const { inputs, change } = useScreenInputs(`${screen}/${field}`, stored, EMPTY);
  const [shown, setShown] = useState<Shown>(NOTHING);
  const [reading, setReading] = useState<Progress | null>(null);
  const current = useRef<AbortController | null>(null);
  const under = useRef<Promise<void>>(Promise.resolve());
  /** The series that stands in the field, for those who cannot wait for the next drawing. */
  const standing = useRef<Series | null>(null);
  const typing = useRef<{ timer: ReturnType<typeof setTimeout>; read: () => void } | null>(null);

  /** Runs one reading; a newer one, a clear or leaving the screen makes its answer stale. */
  const start = useCallback(
    (work: (signal: AbortSignal) => Promise<Outcome<Series>>, done: (series: Series) => void, asLoaded: boolean) => {
      current.current?.abort();
      const controller = new AbortController();
      current.current = controller;
      setReading(STARTING);
      under.current = work(controller.signal).then((outcome) => {
        if (current.current !== controller) return under.current;
        current.current = null;
        setReading(null);
        if (outcome.ok) {
          standing.current = outcome.value;
          // Charts and reports hang on a series: as a transition they are drawn in slices, and typing goes on in between.
          startTransition(() => setShown({ series: outcome.value, asLoaded, failure: null }));
          done(outcome.value);
          return;
        }
        // What stood in the field stays; typed text alone cannot stand for a series it is no longer.
        const { failure } = outcome;
        if (!asLoaded) standing.current = null;
        if (failure.code !== "cancelled") setShown((before) => ({ ...(asLoaded ? before : NOTHING), failure }));
      });
    },
    [],
  );

  const read = useCallback(
    (source: Blob | string, name: string, origin: SeriesOrigin, done: (series: Series) => void) =>
      start((signal) => compute.run("read-series", { source, name, origin }, { signal, onProgress: setReading }), done, origin !== "typed"),
    [start],
  );

  const keep = useCallback(
    (series: Series) => {
      change({ text: "", hash: series.hash });
      void workspace.add(series);
    },
    [change],
  );

  const readTyped = useCallback((text: string) => read(text, "Typed values", "typed", () => undefined), [read]);

  const setText = useCallback(
    (text: string) => {
      change({ text, hash: null });
      if (typing.current) clearTimeout(typing.current.timer);
      typing.current = null;
      if (text.trim() === "") {
        current.current?.abort();
        current.current = null;
        standing.current = null;
        under.current = Promise.resolve();
        setReading(null);
        setShown(NOTHING);
        return;
      }
      const readNow = () => {
        typing.current = null;
        readTyped(text);
      };
      typing.current = { timer: setTimeout(readNow, TYPING_REST), read: readNow };
    },
    [change, readTyped],
  );

  const takeText = useCallback((text: Blob | string) => read(text, `Pasted ${moment(Date.now())}`, "pasted", keep), [read, keep]);
  const takeFile = useCallback(
    (file: File) =>
      read(file, file.name, "file", (series) => {
        // The preview holds whole lines, so it is the whole file when it is as long as the file.
        if (smallFilesAsText && series.preview.length >= file.size) change({ text: series.preview.trimEnd(), hash: null });
        else keep(series);
      }),
    [read, keep, change, smallFilesAsText],
  );
  const takeSample = useCallback(
    (id: SampleId) => {
      const { file, label } = sampleOf(id);
      const fetchAndRead = async (signal: AbortSignal) => {
        const blob = await fetch(`${import.meta.env.BASE_URL}samples/${file}`, { signal }).then((response) => response.blob());
        return compute.run("read-series", { source: blob, name: label, origin: "sample" }, { signal, onProgress: setReading });
      };
      start((signal) => fetchAndRead(signal).catch(unreadable), keep, true);
    },
    [start, keep],
  );
  const takeDataset = useCallback(
    (hash: string) =>
      start(
        () => workspace.load(hash),
        () => change({ text: "", hash }),
        true,
      ),
    [start, change],
  );

  const cancel = useCallback(() => current.current?.abort(), []);
  const clear = useCallback(() => setText(""), [setText]);
  const settled = useCallback(async () => {
    if (typing.current) {
      clearTimeout(typing.current.timer);
      typing.current.read();
    }
    await under.current;
    return standing.current;
  }, []);

  // What was in the field when the screen was left comes back; leaving cancels what is being read.
  const restored = useRef(false);
  useEffect(() => {
    if (!restored.current) {
      restored.current = true;
      if (inputs.hash) takeDataset(inputs.hash);
      else if (inputs.text.trim() !== "") readTyped(inputs.text);
    }
  }, [inputs, takeDataset, readTyped]);
  useEffect(
    () => () => {
      if (typing.current) clearTimeout(typing.current.timer);
      current.current?.abort();
      // A field that is shown again, as in development, starts from what is kept.
      restored.current = false;
    },
    [],
  );

  const { series, asLoaded, failure } = shown;
  const loaded = asLoaded && series ? { preview: firstLines(series.preview), count: series.length } : null;
  return {
    text: inputs.text,
    setText,
    series,
    loaded,
    empty: inputs.text.trim() === "" && series === null,
    reading,
    failure,
    takeText,
    takeFile,
    takeSample,
    takeDataset,
    cancel,
    clear,
    settled,
  };
}

const unreadable = (error: unknown): Outcome<never> => {
  console.error(error);
  return { ok: false, failure: { code: "storage", message: messages.fileUnreadable } };
};
