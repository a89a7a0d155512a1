import { startTransition, useCallback, useRef, useState } from "react";
import type { Failure, Outcome } from "../../../workers/contract";
import type { AssetSet } from "../../data/assets/asset-set";
import type { AssetChoice } from "../../data/assets/use-assets";

export interface Clock {
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

/** Runs something on the chosen assets; the last finished result stays until a newer one is there. */
export function useRun<Run>(choice: AssetChoice, work: (set: AssetSet) => Promise<Outcome<Run>>, onDone: (run: Run, clock: Clock) => void) {
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
      if (outcome.failure.code !== "cancelled") setFailure(outcome.failure);
      return;
    }
    startTransition(() => setShown(outcome.value));
    onDone(outcome.value, { text, startedAt, millis: Date.now() - startedAt });
  }, [gather, text, work, onDone]);

  /** What is under way no longer counts. */
  const leave = useCallback(() => {
    turns.current++;
    setBusy(false);
  }, []);

  return { shown, failure, busy, run, leave, restore: setShown };
}
