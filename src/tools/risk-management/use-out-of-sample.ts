import { createContext, useEffect, useState } from "react";
import type { Jobs } from "../../../workers/jobs";
import { useFollowing } from "../../analysis/use-follow-up";
import type { JobValue } from "../../client/pool";
import { canceledAfter } from "../../lib/canceled-after";
import { useWords } from "../../ui/texts.ts";
import type { RiskRun } from "./use-risk";

export type OutOfSample = JobValue<Jobs, "backtest-model">;

/** Refits yield to anything the user requests. */
const LATER = { priority: "batch", listsCancel: true, isPart: ({ canceledAfter }: OutOfSample) => canceledAfter !== undefined } as const;

/** The out-of-sample backtest of the volatility model of an analysis. */
export function useOutOfSample(run: RiskRun | null) {
  const input = run?.value.byModel?.losses ? run.input : null;
  const { value, failure, busy, progress, run: start, cancel } = useFollowing("backtest-model", input, LATER);
  const part = value?.canceledAfter;
  const words = useWords(failure);
  /** Why it is missing or incomplete; null if it is complete. */
  const reason = words ?? (part ? canceledAfter(part, "refits") : value ? null : busy ? "not computed yet" : "not computed");
  // Until it has begun, there is nothing to continue.
  const [begun, setBegun] = useState<RiskRun["input"] | null>(null);
  useEffect(() => {
    if (busy) setBegun(input);
  }, [busy, input]);
  const refit = !input || begun !== input || busy || failure || (value && !part) ? null : () => void start({ of: input }, input);
  return { value, part, reason, busy, progress, cancel, refit };
}

export type OutOfSampleRun = ReturnType<typeof useOutOfSample>;

/** By context, as its progress would otherwise render the whole analysis again. */
export const OutOfSampleContext = createContext<OutOfSampleRun | null>(null);
