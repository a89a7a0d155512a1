import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import type { Failure } from "../../../workers/contract";
import { compute } from "../../client/compute";
import { useJob } from "../../client/use-job";
import { saveFile } from "../../lib/save-file.ts";
import { logFailure } from "../../lib/texts.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { toast } from "../../ui/toast-queue.ts";
import { type Changes, NO_CHANGES, outputColumns, outputName, type Report } from "./output-fields";
import { CONVERT_DEFAULTS, type ConvertInputs, convertInputsSchema, MAX_KEPT } from "./settings";

/** What stands in place of typed text: a file, or a paste too long for the box. */
export interface LoadedSource {
  name: string;
  source: Blob | string;
  /** Its first lines as they were pasted; empty for a file, which may be no text at all. */
  head: string;
}

/** A report that was read, and what it was read from. */
export interface ShownReport {
  name: string;
  source: Blob | string;
  report: Report;
}

/** How long the typing must rest before the preview is made. */
const TYPING_REST = 350;
const TEXT_NAME = "Pasted report";
const HEAD = 2000;

const headOf = (text: string): string => text.slice(0, HEAD).split("\n", 20).join("\n");

/** The form: text or a file in, a preview beside it, the CSV out. */
export function useConverter() {
  const { inputs, change } = useScreenInputs("convert-data", convertInputsSchema, CONVERT_DEFAULTS);
  const { text, startingBalance } = inputs;
  const [loaded, setLoaded] = useState<LoadedSource | null>(() =>
    inputs.pasted === null ? null : { name: TEXT_NAME, source: inputs.pasted, head: headOf(inputs.pasted) },
  );
  const reading = useJob("convert-results");
  const [shown, setShown] = useState<ShownReport | null>(null);
  const [changes, setChanges] = useState<Changes>(NO_CHANGES);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** The typed text the failure is about; null when it is about a file or a long paste. */
  const [failedText, setFailedText] = useState<string | null>(null);
  const [success, setSuccess] = useState(false);
  const [processing, setProcessing] = useState(false);
  const turn = useRef(0);
  /** What stood in the form before a file or a long paste took its place. */
  const replaced = useRef<Pick<ConvertInputs, "text" | "pasted"> & { loaded: LoadedSource | null }>({
    text: "",
    pasted: null,
    loaded: null,
  });
  /** A conversion under way reads the form itself: a preview in between would make its answer stale. */
  const converting = useRef(false);

  const source = loaded?.source ?? (text.trim() === "" ? null : text);
  const name = loaded?.name ?? TEXT_NAME;

  const read = useCallback(
    async (from: Blob | string, called: string, balance: number | null) => {
      const mine = ++turn.current;
      const outcome = await reading.run({ source: from, startingBalance: balance });
      if (mine !== turn.current) return null;
      if (outcome.ok) {
        startTransition(() =>
          setShown((before) => {
            // What was changed in the preview belongs to one report.
            if (before?.source !== from) setChanges(NO_CHANGES);
            return { name: called, source: from, report: outcome.value };
          }),
        );
      }
      return outcome;
    },
    [reading.run],
  );

  const putBack = useCallback(
    ({ text, pasted, loaded }: typeof replaced.current) => {
      turn.current++;
      setLoaded(loaded);
      change({ text, pasted });
    },
    [change],
  );

  /** Says why a file or a long paste cannot be read; what it took the place of stands in the form again. */
  const refuse = useCallback(
    (found: Failure) => {
      report(found, setFailure);
      const before = replaced.current;
      replaced.current = { text: "", pasted: null, loaded: null };
      if (before.loaded || before.text.trim() !== "") putBack(before);
    },
    [putBack],
  );

  // The preview follows what stands in the form. A file that cannot be read says so at once, half-typed text does not.
  useEffect(() => {
    if (source === null) return;
    const rest = setTimeout(
      async () => {
        if (converting.current) return;
        const outcome = await read(source, name, startingBalance);
        if (outcome === null || outcome.ok) return;
        startTransition(() => setShown(null));
        if (loaded && outcome.failure.code !== "canceled") refuse(outcome.failure);
      },
      loaded ? 0 : TYPING_REST,
    );
    return () => clearTimeout(rest);
  }, [source, name, loaded, startingBalance, read, refuse]);

  const forget = useCallback(() => {
    setFailure(null);
    setFailedText(null);
    setSuccess(false);
  }, []);

  const setText = useCallback(
    (next: string) => {
      forget();
      turn.current++;
      setLoaded(null);
      if (next.trim() === "") setShown(null);
      change({ text: next, pasted: null });
    },
    [change, forget],
  );

  const load = useCallback(
    (next: LoadedSource, pasted: string | null) => {
      forget();
      turn.current++;
      replaced.current = { text, pasted: inputs.pasted, loaded };
      setLoaded(next);
      change({ text: "", pasted });
    },
    [text, inputs.pasted, loaded, change, forget],
  );
  const takeFile = useCallback((file: File) => load({ name: file.name, source: file, head: "" }, null), [load]);
  const takeText = useCallback(
    async (given: Blob | string) => {
      const short = typeof given === "string" || given.size <= MAX_KEPT;
      const content = short && typeof given !== "string" ? await given.text() : given;
      const head = headOf(typeof content === "string" ? content : await content.slice(0, HEAD).text());
      load({ name: TEXT_NAME, source: content, head }, typeof content === "string" && content.length <= MAX_KEPT ? content : null);
    },
    [load],
  );

  const empty = useCallback(() => {
    turn.current++;
    const before = { text, loaded, pasted: inputs.pasted };
    setLoaded(null);
    change({ text: "", pasted: null });
    return () => putBack(before);
  }, [text, loaded, inputs.pasted, change, putBack]);

  const clear = useCallback(() => {
    reading.cancel();
    const undo = empty();
    const kept = { shown, changes };
    forget();
    setShown(null);
    setChanges(NO_CHANGES);
    toast.info("Input cleared", {
      action: {
        label: "Undo",
        onChoose: () => {
          undo();
          setShown(kept.shown);
          setChanges(kept.changes);
        },
      },
    });
  }, [empty, forget, reading.cancel, shown, changes]);

  const convert = useCallback(async () => {
    if (source === null) return;
    forget();
    setProcessing(true);
    // Whoever writes the run down is there when the result is: the page may go at once.
    import("./record").catch(() => undefined);
    converting.current = true;
    const startedAt = Date.now();
    const outcome = await read(source, name, startingBalance);
    if (outcome === null || !outcome.ok) {
      converting.current = false;
      setProcessing(false);
      if (outcome && outcome.failure.code !== "canceled") {
        setShown(null);
        if (loaded) refuse(outcome.failure);
        else {
          setFailedText(text);
          report(outcome.failure, setFailure);
        }
      }
      return;
    }
    const applied = shown?.source === source ? changes : NO_CHANGES;
    const written = await compute.run("export-table", { columns: outputColumns(outcome.value.metrics, applied) }, { cache: false });
    converting.current = false;
    setProcessing(false);
    if (!written.ok) {
      if (written.failure.code !== "canceled") report(written.failure, setFailure);
      return;
    }
    saveFile(written.value, outputName(new Date()));
    setSuccess(true);
    const undo = empty();
    toast.success("Converted", { detail: "The input was cleared.", action: { label: "Undo clear", onChoose: undo } });
    const done = { name, source, report: outcome.value };
    const asked = { input: { source, startingBalance }, startedAt, millis: Date.now() - startedAt };
    void import("./record").then(({ record }) => record(done, asked));
  }, [source, name, text, loaded, startingBalance, shown, changes, read, refuse, forget, empty]);

  const cancel = useCallback(() => {
    turn.current++;
    converting.current = false;
    setProcessing(false);
    reading.cancel();
  }, [reading.cancel]);

  return {
    text,
    loaded,
    startingBalance,
    /** Nothing that could be converted. */
    empty: source === null,
    /** The report shown is of what stands in the form now, not of what was converted before. */
    current: shown !== null && shown.source === source,
    shown,
    changes,
    setChanges,
    failure,
    failedText,
    success,
    processing,
    progress: reading.progress,
    setText,
    takeFile,
    takeText,
    setStartingBalance: useCallback((balance: number | null) => change({ startingBalance: balance }), [change]),
    convert,
    clear,
    cancel,
  };
}

/** In the red box, and in the console as the specification has it. */
function report(failure: Failure, show: (failure: Failure) => void): void {
  void logFailure(failure);
  show(failure);
}

export type Converter = ReturnType<typeof useConverter>;
