import { useCallback, useState } from "react";
import type { Failure } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import { assetsOf } from "./alpha-input";
import { type AlphaSettings, type ChangeSettings, freeName } from "./settings";

export type CheckedFormula = JobValue<Jobs, "check-formula">;

/** What is known of the formula in the editor. */
export interface FormulaVerdict {
  text: string;
  checked: CheckedFormula | null;
  failure: Failure | null;
}

/** Checks the formula in the editor on the person's data, and keeps it as a factor once it has passed. */
export function useFormula(source: SeriesSource, settings: AlphaSettings, change: ChangeSettings) {
  const job = useJob("check-formula");
  const [verdict, setVerdict] = useState<FormulaVerdict | null>(null);
  const { settled } = source;
  const { draft } = settings;

  /** True where the formula can be a factor of the data. */
  const check = useCallback(async (): Promise<boolean> => {
    const series = await settled();
    if (!series) {
      setVerdict({ text: draft, checked: null, failure: { code: "bad-input", message: messages.enterMarketData } });
      return false;
    }
    const outcome = await job.run({ text: draft, assets: assetsOf(series, settings), lookback: settings.lookback ?? Number.NaN });
    if (!outcome.ok && outcome.failure.code === "canceled") return false;
    const failure = outcome.ok ? null : outcome.failure;
    const trouble: Failure | null = outcome.ok && outcome.value.trouble ? { code: "bad-input", message: outcome.value.trouble } : null;
    // Where in the text it went wrong is in the words already.
    setVerdict({
      text: draft,
      checked: outcome.ok ? outcome.value : null,
      failure: trouble ?? (failure && { code: failure.code, message: failure.message }),
    });
    return outcome.ok && outcome.value.trouble === null;
  }, [settled, draft, settings, job.run]);

  const keep = useCallback(
    (name: string, text: string) => change({ formulas: [...settings.formulas, { name: freeName(name, settings), text, on: true }] }),
    [change, settings],
  );
  const add = useCallback(async () => {
    if (await check()) keep(settings.draftName, draft.trim());
  }, [check, keep, settings.draftName, draft]);

  return {
    verdict: verdict?.text === draft ? verdict : null,
    checking: job.running,
    progress: job.progress,
    check,
    add,
    keep,
    cancel: job.cancel,
  };
}

export type FormulaControl = ReturnType<typeof useFormula>;
