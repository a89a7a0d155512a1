import { useCallback } from "react";
import { because, type Failure, succeed, verbatim } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { settledSeries, useAnalysis } from "../../analysis/use-analysis";
import type { JobValue } from "../../client/pool";
import { assetsOf } from "./alpha-input";
import { type AlphaSettings, type ChangeSettings, freeName } from "./settings";

export type CheckedFormula = JobValue<Jobs, "check-formula">;

/** Result of checking the formula in the editor. */
interface FormulaVerdict {
  text: string;
  checked: CheckedFormula | null;
  failure: Failure | null;
}

/** Checks the formula in the editor on the user's data, and saves it as a factor once it has passed. */
export function useFormula(source: SeriesSource, settings: AlphaSettings, change: ChangeSettings) {
  const { draft } = settings;
  const keep = useCallback(
    (name: string, text: string) => change({ formulas: [...settings.formulas, { name: freeName(name, settings), text, on: true }] }),
    [change, settings],
  );
  const analysis = useAnalysis<FormulaVerdict, [kept: boolean]>({
    work: async (turn, kept) => {
      const read = await settledSeries(source, because("ingest/enterMarketData"));
      const refused = (failure: Failure) => succeed({ text: draft, checked: null, failure });
      if (!read.ok) return read.failure.code === "canceled" ? read : refused(read.failure);
      const input = { text: draft, assets: assetsOf(read.value, settings), lookback: settings.lookback ?? Number.NaN };
      const outcome = await turn.ask("check-formula", input);
      if (!outcome.ok) {
        const { code, reason, params } = outcome.failure;
        // The text already contains the position of the error.
        return code === "canceled" ? outcome : refused({ code, reason, params });
      }
      const { trouble } = outcome.value;
      if (kept && trouble === null) keep(settings.draftName, draft.trim());
      return succeed({
        text: draft,
        checked: outcome.value,
        failure: trouble === null ? null : { code: "bad-input", ...verbatim(trouble) },
      });
    },
  });
  const { shown: verdict, busy, progress, run, cancel } = analysis;
  return {
    verdict: verdict?.text === draft ? verdict : null,
    checking: busy,
    progress,
    check: useCallback(() => run(false), [run]),
    add: useCallback(() => run(true), [run]),
    keep,
    cancel,
  };
}

export type FormulaControl = ReturnType<typeof useFormula>;
