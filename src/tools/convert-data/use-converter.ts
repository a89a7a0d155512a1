import { useEffect, useMemo, useState } from "react";
import { type Failure, type Series, succeed } from "../../../workers/contract";
import { logged } from "../../analysis/logged";
import { answer, type Finished, useAnalysis } from "../../analysis/use-analysis";
import { canceled } from "../../client/failures";
import { csvStyle } from "../../lib/csv-style.ts";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../ui/toast-queue.ts";
import { useStable } from "../../ui/use-latest.ts";
import { type Changes, NO_CHANGES, outputColumns, outputName } from "./output-fields";
import { type Asking, type GivenSeries, saveAsCsv, useGivenSeries } from "./use-given-series";
import { useReportField } from "./use-report-field";

/** A report that was read, and what it was read from. */
export type ShownReport = Finished<"convert-results", { name: string; source: Blob | string }>;

/** How long the typing must rest before the preview is made. */
const TYPING_REST = 350;

interface Refusal {
  failure: Failure;
  /** The typed text it is about; null when it is about a file, a long paste, or what was to be saved. */
  text: string | null;
}

/** What a conversion came to: the file was saved, or why not, until something else is in the form. */
function useOutcome() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [converted, setConverted] = useState<string | null>(null);
  /** In the red box, and in the console as the specification has it. */
  const refuse = (failure: Failure, text: string | null) => {
    logged({ ok: false, failure });
    setRefusal({ failure, text });
  };
  const forget = () => {
    setRefusal(null);
    setConverted(null);
  };
  return { refusal, refuse, converted, setConverted, forget };
}

/** Saves the file, says so, and writes the conversion down. */
function handOver(report: ShownReport, file: Blob, undo: () => void): void {
  saveFile(file, outputName(new Date()));
  toast.success("Converted", { detail: "The input was cleared.", action: { label: "Undo clear", onChoose: undo } });
  void import("./record").then(({ record }) => record(report));
}

/** The input of a finished conversion, until the form changes. */
const REPORT = "report";

/** Says that the form was emptied, and brings its contents back if asked to. */
function offerUndo(restores: readonly (() => void)[]): void {
  const undo = () => {
    for (const restore of restores) restore();
  };
  toast.info("Input cleared", { action: { label: "Undo", onChoose: undo } });
}

/** What was changed in the preview: it belongs to one report. */
function useChanges() {
  const [edited, setEdited] = useState<{ source: Blob | string; changes: Changes } | null>(null);
  return {
    changesOf: (source: Blob | string | undefined) => (edited && edited.source === source ? edited.changes : NO_CHANGES),
    setChangesOf: (source: Blob | string, changes: Changes) => setEdited({ source, changes }),
    /** The answer brings them back. */
    forgetChanges: () => {
      setEdited(null);
      return () => setEdited(edited);
    },
  };
}

/** What is asked of the form's contents; the same object as long as they are the same. */
const useQuestion = (source: Blob | string | null, name: string, startingBalance: number | null) =>
  useMemo(
    () => (source === null ? null : { basis: { name, source }, input: { source, startingBalance } }),
    [name, source, startingBalance],
  );

/** Makes the preview of a question once nothing has been typed for a while. */
function usePreview(question: object | null, rest: number, make: () => void): void {
  const preview = useStable(make);
  useEffect(() => {
    if (question === null) return;
    const timer = setTimeout(preview, rest);
    return () => clearTimeout(timer);
  }, [question, rest, preview]);
}

interface Stage {
  asked: ReturnType<typeof useQuestion>;
  field: ReturnType<typeof useReportField>;
  given: GivenSeries;
  outcome: ReturnType<typeof useOutcome>;
  changesOf: (source: Blob | string) => Changes;
}

/** Reads what is in the form, as a report or else as a series, and saves it where that is asked. Null is shown instead of what is no report. */
function useConversion({ asked, field, given, outcome, changesOf }: Stage) {
  const { loaded, text } = field;
  const { refuse, setConverted } = outcome;
  const { series } = given.source;
  const keepAsCsv = async (turn: Asking, of: Series) => {
    const failure = await saveAsCsv(turn, of);
    if (failure === null) setConverted(of.hash);
    else refuse(failure, null);
    return succeed(null);
  };
  return useAnalysis<ShownReport | null, [save?: "save"]>({
    work: async (turn, save) => {
      if (!asked) return save && series ? keepAsCsv(turn, series) : succeed(null);
      const read = await answer(turn, "convert-results", asked.input, asked.basis, { priority: "reading" });
      if (!read.ok) {
        if (read.failure.code === "canceled") return read;
        const taken = loaded && (await given.take(loaded));
        if (turn.signal.aborted) return canceled();
        if (taken) {
          field.empty();
          // What is saved of a newer file is not known before it is said what is done with it.
          return save && taken !== "asks" ? keepAsCsv(turn, taken) : succeed(null);
        }
        // A file that cannot be read says so at once, half-typed text does not.
        if (loaded || save) refuse(read.failure, loaded ? null : text);
        // The form has its earlier content again.
        if (loaded) field.giveBack();
        return succeed(null);
      }
      if (series) given.empty();
      if (!save) return read;
      const columns = outputColumns(read.value.value.metrics, changesOf(asked.basis.source));
      const written = await turn.ask("export-table", { columns, csv: csvStyle.read() }, { cache: false });
      if (turn.signal.aborted) return canceled();
      if (written.ok) {
        setConverted(REPORT);
        handOver(read.value, written.value, field.empty());
      } else refuse(written.failure, null);
      return read;
    },
  });
}

/** The form: text or a file in, a preview beside it, the CSV out. */
export function useConverter() {
  const outcome = useOutcome();
  const { forget, converted } = outcome;
  const [converting, setConverting] = useState(false);
  const { changesOf, setChangesOf, forgetChanges } = useChanges();
  const given = useGivenSeries();
  const { series } = given.source;
  const cancel = () => {
    analysis.cancel();
    given.source.cancel();
  };
  const field = useReportField(() => {
    forget();
    cancel();
  });
  const { source, name, loaded, startingBalance } = field;
  const asked = useQuestion(source, name, startingBalance);
  const analysis = useConversion({ asked, field, given, outcome, changesOf });
  const { shown, busy, run } = analysis;
  const processing = converting && busy;

  // A conversion in progress reads the form itself.
  usePreview(asked, loaded ? 0 : TYPING_REST, () => void (processing || run()));

  return {
    ...field,
    shown,
    /** The report shown is of what is in the form now, not of what was converted before. */
    current: shown !== null && shown.source === source,
    changes: changesOf(shown?.source),
    setChanges: useStable((changes: Changes) => shown && setChangesOf(shown.source, changes)),
    refusal: outcome.refusal,
    /** What is in the form instead of a report. */
    given: source === null && series ? given.source : null,
    newer: source === null ? given.newer : null,
    takeVersion: given.takeVersion,
    takeDataset: useStable((hash: string) => {
      field.setText("");
      analysis.clear();
      given.source.takeDataset(hash);
    }),
    empty: source === null && series === null,
    success: converted !== null && converted === (series?.hash ?? REPORT),
    processing,
    progress: analysis.progress ?? (series ? null : given.source.reading),
    cancel: useStable(cancel),
    setText: useStable((next: string) => {
      if (series || given.newer) given.empty();
      field.setText(next);
      if (next.trim() === "") analysis.clear();
    }),
    convert: useStable(async () => {
      if (source === null && series === null) return;
      forget();
      setConverting(true);
      // Whoever writes the run down is there when the result is: the page may go at once.
      import("./record").catch(() => undefined);
      await run("save");
      setConverting(false);
    }),
    clear: useStable(() => {
      offerUndo([field.empty(), given.empty(), analysis.clear(), forgetChanges()]);
      forget();
    }),
  };
}

export type Converter = ReturnType<typeof useConverter>;
