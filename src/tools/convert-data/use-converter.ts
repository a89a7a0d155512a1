import { useEffect, useMemo, useRef, useState } from "react";
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

/** A parsed report with its source. */
export type ShownReport = Finished<"convert-results", { name: string; source: Blob | string }>;

/** How long typing must pause before the preview is updated. */
const TYPING_REST = 350;

interface Refusal {
  failure: Failure;
  /** The typed text the failure is about; null for a file, a long paste, or a save. */
  text: string | null;
}

/** Outcome of a conversion: the file was saved, or why not; cleared when the form changes. */
function useOutcome() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [converted, setConverted] = useState<string | null>(null);
  /** Shows the failure, and logs it to the console as specified. */
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

/** Downloads the file, shows a message, and records the conversion. */
function handOver(report: ShownReport, file: Blob, undo: () => void): void {
  saveFile(file, outputName(new Date()));
  toast.success("Converted", { detail: "The input was cleared.", action: { label: "Undo clear", onChoose: undo } });
  void import("./record").then(({ record }) => record(report));
}

/** Form field under which the source of a finished conversion is kept until the form changes. */
const REPORT = "report";

/** Shows that the form was emptied, with an undo. */
function offerUndo(restores: readonly (() => void)[]): void {
  const undo = () => {
    for (const restore of restores) restore();
  };
  toast.info("Input cleared", { action: { label: "Undo", onChoose: undo } });
}

/** The user's changes in the preview, which belong to one report. */
function useChanges() {
  const [edited, setEdited] = useState<{ source: Blob | string; changes: Changes } | null>(null);
  return {
    changesOf: (source: Blob | string | undefined) => (edited && edited.source === source ? edited.changes : NO_CHANGES),
    setChangesOf: (source: Blob | string, changes: Changes) => setEdited({ source, changes }),
    /** Returns a function that restores them. */
    forgetChanges: () => {
      setEdited(null);
      return () => setEdited(edited);
    },
  };
}

/** Job input for the form's content; same object while that does not change. */
const useQuestion = (source: Blob | string | null, name: string, startingBalance: number | null) =>
  useMemo(
    () => (source === null ? null : { basis: { name, source }, input: { source, startingBalance, withText: true } }),
    [name, source, startingBalance],
  );

/** Updates the preview once typing has paused. */
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

/** Reads the form's content as a report or otherwise as a series, and saves it on request. The result is null if it is not a report. */
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
          // Nothing is saved for a newer file until the user has chosen what to do with it.
          return save && taken !== "asks" ? keepAsCsv(turn, taken) : succeed(null);
        }
        // Unreadable files are reported immediately, half-typed text is not.
        if (loaded || save) refuse(read.failure, loaded ? null : text);
        // Restores the earlier content of the form.
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

/** The form: text or a file as input, a preview, the CSV as output. */
export function useConverter() {
  const outcome = useOutcome();
  const { forget, converted } = outcome;
  const [converting, setConverting] = useState(false);
  /** Unlike the state, current before the next rendering: a preview that is due in between would replace the conversion. */
  const isConverting = useRef(false);
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

  // Not during a conversion, which reads the form itself.
  usePreview(asked, loaded ? 0 : TYPING_REST, () => void (isConverting.current || run()));

  return {
    ...field,
    shown,
    /** Whether the shown report matches the current form, rather than an earlier conversion. */
    current: shown !== null && shown.source === source,
    changes: changesOf(shown?.source),
    setChanges: useStable((changes: Changes) => shown && setChangesOf(shown.source, changes)),
    refusal: outcome.refusal,
    /** Non-report source in the form. */
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
    preview: useStable(() => void run()),
    setText: useStable((next: string) => {
      if (series || given.newer) given.empty();
      field.setText(next);
      if (next.trim() === "") analysis.clear();
    }),
    convert: useStable(async () => {
      if (source === null && series === null) return;
      forget();
      setConverting(true);
      isConverting.current = true;
      // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
      import("./record").catch(() => undefined);
      await run("save");
      isConverting.current = false;
      setConverting(false);
    }),
    clear: useStable(() => {
      offerUndo([field.empty(), given.empty(), analysis.clear(), forgetChanges()]);
      forget();
    }),
  };
}

export type Converter = ReturnType<typeof useConverter>;
