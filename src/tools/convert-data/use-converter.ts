import { useEffect, useMemo, useState } from "react";
import { type Failure, succeed } from "../../../workers/contract";
import { logged } from "../../analysis/logged";
import { answer, type Finished, useAnalysis } from "../../analysis/use-analysis";
import { canceled } from "../../client/failures";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../ui/toast-queue.ts";
import { useStable } from "../../ui/use-latest.ts";
import { type Changes, NO_CHANGES, outputColumns, outputName } from "./output-fields";
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

/** The form: text or a file in, a preview beside it, the CSV out. */
export function useConverter() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [success, setSuccess] = useState(false);
  const [converting, setConverting] = useState(false);
  /** What was changed in the preview belongs to one report. */
  const [edited, setEdited] = useState<{ source: Blob | string; changes: Changes } | null>(null);
  const forget = () => {
    setRefusal(null);
    setSuccess(false);
  };
  const field = useReportField(() => {
    forget();
    analysis.cancel();
  });
  const { source, name, text, loaded, startingBalance } = field;
  const asked = useMemo(
    () => (source === null ? null : { basis: { name, source }, input: { source, startingBalance } }),
    [name, source, startingBalance],
  );

  // Null is shown in place of a report that cannot be read.
  const analysis = useAnalysis<ShownReport | null, [save?: "save"]>({
    work: async (turn, save) => {
      if (!asked) return succeed(null);
      const read = await answer(turn, "convert-results", asked.input, asked.basis);
      if (!read.ok) {
        if (read.failure.code === "canceled") return read;
        // A file that cannot be read says so at once, half-typed text does not.
        if (loaded || save) refuse(read.failure, loaded ? null : text);
        // What the file took the place of stands in the form again.
        if (loaded) field.giveBack();
        return succeed(null);
      }
      if (!save) return read;
      const columns = outputColumns(read.value.value.metrics, edited && edited.source === source ? edited.changes : NO_CHANGES);
      const written = await turn.ask("export-table", { columns }, { cache: false });
      if (turn.signal.aborted) return canceled();
      if (written.ok) finish(read.value, written.value);
      else refuse(written.failure, null);
      return read;
    },
  });
  const { shown, busy, run } = analysis;
  const processing = converting && busy;

  /** In the red box, and in the console as the specification has it. */
  const refuse = (failure: Failure, text: string | null) => {
    logged({ ok: false, failure });
    setRefusal({ failure, text });
  };
  const finish = (report: ShownReport, file: Blob) => {
    saveFile(file, outputName(new Date()));
    setSuccess(true);
    const undo = field.empty();
    toast.success("Converted", { detail: "The input was cleared.", action: { label: "Undo clear", onChoose: undo } });
    void import("./record").then(({ record }) => record(report));
  };

  const preview = useStable(() => {
    // A conversion under way reads the form itself.
    if (!processing) void run();
  });
  const rest = loaded ? 0 : TYPING_REST;
  useEffect(() => {
    if (asked === null) return;
    const timer = setTimeout(preview, rest);
    return () => clearTimeout(timer);
  }, [asked, rest, preview]);

  return {
    ...field,
    shown,
    /** The report shown is of what stands in the form now, not of what was converted before. */
    current: shown !== null && shown.source === source,
    changes: edited && edited.source === shown?.source ? edited.changes : NO_CHANGES,
    setChanges: useStable((changes: Changes) => shown && setEdited({ source: shown.source, changes })),
    refusal,
    success,
    processing,
    progress: analysis.progress,
    cancel: analysis.cancel,
    setText: useStable((next: string) => {
      field.setText(next);
      if (next.trim() === "") analysis.clear();
    }),
    convert: useStable(async () => {
      if (source === null) return;
      forget();
      setConverting(true);
      // Whoever writes the run down is there when the result is: the page may go at once.
      import("./record").catch(() => undefined);
      await run("save");
      setConverting(false);
    }),
    clear: useStable(() => {
      const restores = [field.empty(), analysis.clear(), () => setEdited(edited)];
      forget();
      setEdited(null);
      const undo = () => {
        for (const restore of restores) restore();
      };
      toast.info("Input cleared", { action: { label: "Undo", onChoose: undo } });
    }),
  };
}

export type Converter = ReturnType<typeof useConverter>;
