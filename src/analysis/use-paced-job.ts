import { useEffect, useRef } from "react";
import { type Outcome, succeed } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { JobInput, JobValue } from "../client/pool";
import { type JobName, useAnalysis } from "./use-analysis";

/** A result with its input; may be a failure. */
interface PacedResult<Name extends JobName> {
  of: JobInput<Jobs, Name>;
  outcome: Outcome<JobValue<Jobs, Name>>;
}

/**
 * A job that follows live changes: it runs automatically, one input at a time, taking the newest once the previous result has been
 * rendered. That result stays visible meanwhile; null runs and shows nothing. Runs are neither listed nor cached.
 */
export function usePacedJob<Name extends JobName>(name: Name, input: (JobInput<Jobs, Name> & object) | null): PacedResult<Name> | null {
  const { shown, run } = useAnalysis<PacedResult<Name>, [JobInput<Jobs, Name> & object]>({
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
