import { useState } from "react";
import { succeed } from "../../../workers/contract";
import { useAnalysis } from "../../analysis/use-analysis";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { runBook } from "../../state/run-list";
import type { BacktestValue } from "../../strategies/backtest-input";
import type { Described } from "./setting-rows";

export interface Earlier extends Described {
  id: string;
  title: string;
}

/** A backtest from the list of runs, recomputed; a newer choice, or leaving, cancels it. */
export function useEarlier() {
  const [asked, setAsked] = useState<string | null>(null);
  const { shown, failure, busy, run, cancel } = useAnalysis<Earlier, [Kept<RunBody>]>({
    work: async ({ signal }, { id, body }) => {
      setAsked(id);
      const outcome = await runBook.answer(body, { signal });
      if (!outcome.ok) return outcome;
      const dataset = (field: string) => body.datasets.find((one) => one.field === field);
      const { strategy } = JSON.parse(body.settings) as { strategy?: { name?: string } };
      return succeed({
        id,
        title: body.title,
        value: outcome.value as BacktestValue,
        strategy: strategy?.name ?? "",
        data: { name: dataset("data")?.name ?? "", length: dataset("data")?.length ?? 0 },
        benchmark: dataset("benchmark")?.name ?? null,
      });
    },
  });
  return { earlier: shown, failure, asked: busy ? asked : null, choose: run, cancel };
}
