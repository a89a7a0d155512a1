import { startTransition, useCallback, useRef, useState } from "react";
import type { Failure, Outcome, Progress } from "../../../workers/contract";
import type { AssetSet } from "./asset-set";
import type { AssetChoice } from "./use-assets";

export interface Clock {
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

/**
 * Runs something on the chosen assets; the last finished result stays until a newer one is there.
 * @param end ends the jobs of the work under way; the same function in every rendering
 */
export function useAssetRun<Run>(
  choice: AssetChoice,
  work: (set: AssetSet) => Promise<Outcome<Run>>,
  onDone: (run: Run, clock: Clock) => void,
  end: () => void,
) {
  const [shown, setShown] = useState<Run | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const turns = useRef(0);
  const { gather, source } = choice;
  const { text } = source;

  const run = useCallback(async (): Promise<void> => {
    const turn = ++turns.current;
    setFailure(null);
    setBusy(true);
    const startedAt = Date.now();
    const gathered = await gather();
    if (turn !== turns.current) return;
    const outcome = gathered.ok ? await work(gathered.value) : gathered;
    if (turn !== turns.current) return;
    setBusy(false);
    if (!outcome.ok) {
      if (outcome.failure.code !== "canceled") setFailure(outcome.failure);
      return;
    }
    startTransition(() => setShown(outcome.value));
    onDone(outcome.value, { text, startedAt, millis: Date.now() - startedAt });
  }, [gather, text, work, onDone]);

  const cancel = useCallback(() => {
    turns.current++;
    setBusy(false);
    end();
  }, [end]);

  const forget = useCallback(() => setFailure(null), []);
  /** Takes the result away; the answer puts it back. */
  const clear = useCallback(() => {
    cancel();
    setShown(null);
    forget();
    return () => setShown(shown);
  }, [cancel, forget, shown]);

  return { shown, failure, busy, run, cancel, clear, forget };
}

/** As `useAssetRun`, for work that is one job: with its progress. */
export function useAssetJob<Run>(
  choice: AssetChoice,
  { progress, cancel }: { progress: Progress | null; cancel: () => void },
  work: (set: AssetSet) => Promise<Outcome<Run>>,
  onDone: (run: Run, clock: Clock) => void,
) {
  return { ...useAssetRun(choice, work, onDone, cancel), progress };
}
