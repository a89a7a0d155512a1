import { useEffect, useRef } from "react";
import { type Outcome, succeed } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { JobInput, JobValue } from "../client/pool";
import { type JobName, useAnalysis } from "./use-analysis";

/** An answer with the question it belongs to; a refusal is one too. */
export interface KeptUp<Name extends JobName> {
  of: JobInput<Jobs, Name>;
  outcome: Outcome<JobValue<Jobs, Name>>;
}

/**
 * A job that keeps up with a hand: it is asked by itself, one question after the other, the newest when the answer before has been drawn. That
 * answer stays on show meanwhile; null asks and shows nothing. Nothing of it is listed or kept.
 */
export function useKeepingUp<Name extends JobName>(name: Name, input: (JobInput<Jobs, Name> & object) | null): KeptUp<Name> | null {
  const { shown, run } = useAnalysis<KeptUp<Name>, [JobInput<Jobs, Name> & object]>({
    work: async (turn, of) => {
      const outcome = await turn.ask(name, of, { cache: false, unlisted: true });
      return outcome.ok || outcome.failure.code !== "canceled" ? succeed({ of, outcome }) : outcome;
    },
  });
  const asked = useRef<object | null>(null);
  useEffect(() => {
    const waits = asked.current !== null && shown?.of !== asked.current;
    if (!input || waits || asked.current === input) return;
    asked.current = input;
    void run(input);
  }, [input, shown, run]);
  return input ? shown : null;
}
