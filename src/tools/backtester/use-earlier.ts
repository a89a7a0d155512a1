import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import type { Failure } from "../../../workers/contract";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { runBook } from "../../state/run-list";
import type { BacktestValue } from "../../strategies/backtest-input";
import type { Described } from "./setting-rows";

export interface Earlier extends Described {
  id: string;
  title: string;
}

/** A backtest of the list of runs, its question answered again; a newer choice, or leaving, ends the one under way. */
export function useEarlier() {
  const [earlier, setEarlier] = useState<Earlier | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);

  const choose = useCallback(async ({ id, body }: Kept<RunBody>) => {
    under.current?.abort();
    const controller = new AbortController();
    under.current = controller;
    setAsked(id);
    setFailure(null);
    const outcome = await runBook.answer(body, { signal: controller.signal });
    if (under.current !== controller) return;
    under.current = null;
    setAsked(null);
    if (!outcome.ok) {
      if (outcome.failure.code !== "canceled") setFailure(outcome.failure);
      return;
    }
    const dataset = (field: string) => body.datasets.find((one) => one.field === field);
    const { strategy } = JSON.parse(body.settings) as { strategy?: { name?: string } };
    const found: Earlier = {
      id,
      title: body.title,
      value: outcome.value as BacktestValue,
      strategy: strategy?.name ?? "",
      data: { name: dataset("data")?.name ?? "", length: dataset("data")?.length ?? 0 },
      benchmark: dataset("benchmark")?.name ?? null,
    };
    startTransition(() => setEarlier(found));
  }, []);
  const cancel = useCallback(() => under.current?.abort(), []);
  return { earlier, failure, asked, choose, cancel };
}
