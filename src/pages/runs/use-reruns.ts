import { useEffect, useRef, useState } from "react";
import type { Failure, Outcome } from "../../../workers/contract";
import { withTexts } from "../../client/failures";
import { listed } from "../../lib/format.ts";
import { failureText } from "../../lib/texts.ts";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import type { Verdict } from "../../state/run-book";
import { runBook } from "../../state/run-list";
import { announce } from "../../ui/announcer.ts";

/** Progress of reproducing a run. */
export type Rerun = { phase: "running" } | { phase: "done"; verdict: Verdict } | { phase: "failed"; failure: Failure };

export interface Reruns {
  of: (id: string) => Rerun | undefined;
  start: (run: Kept<RunBody>) => void;
  cancel: (id: string) => void;
}

const ended = (outcome: Outcome<Verdict>): Rerun =>
  outcome.ok ? { phase: "done", verdict: outcome.value } : { phase: "failed", failure: outcome.failure };

/** Reproductions of runs since the list was opened; leaving it cancels them. */
export function useReruns(): Reruns {
  const [states, setStates] = useState<ReadonlyMap<string, Rerun>>(new Map());
  const under = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const controllers = under.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const set = (id: string, state: Rerun | null) =>
    setStates((now) => {
      const next = new Map(now);
      if (state) next.set(id, state);
      else next.delete(id);
      return next;
    });
  const start = async ({ id, body }: Kept<RunBody>) => {
    const controller = new AbortController();
    under.current.set(id, controller);
    set(id, { phase: "running" });
    const outcome = await withTexts(await runBook.rerun(body, { signal: controller.signal }));
    if (under.current.get(id) !== controller) return;
    under.current.delete(id);
    const canceled = !outcome.ok && outcome.failure.code === "canceled";
    set(id, canceled ? null : ended(outcome));
    if (!canceled) announce(outcome.ok ? verdictText(outcome.value) : failureText(outcome.failure));
  };
  return { of: (id) => states.get(id), start: (run) => void start(run), cancel: (id) => under.current.get(id)?.abort() };
}

/** Maximum number of differing fields listed. */
const MAX_NAMED = 4;

/** The verdict as a sentence. */
export function verdictText({ same, differs, computedWith }: Verdict): string {
  const since = computedWith === null ? "" : ` It was computed with ${computedWith}.`;
  if (same) return `Identical bit for bit.${since}`;
  return `Different: ${listed(differs, MAX_NAMED)}.${since}`;
}
